// For tests: a canvas that writes down what is done with it.

import type { Canvas } from "./pen";

export function recorded(): { on: Canvas; done: string[] } {
  const done: string[] = [];
  const on = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (kept, name: string) =>
        name in kept
          ? kept[name]
          : (...told: unknown[]) => {
              done.push(
                `${name} ${told.map((one) => (typeof one === "number" ? one.toFixed(2) : typeof one)).join(" ")}`,
              );
              return name === "createImageData" ? { data: new Uint8ClampedArray(4_000_000) } : undefined;
            },
      set: (kept, name: string, value) => {
        kept[name] = value;
        done.push(`${name} = ${String(value)}`);
        return true;
      },
    },
  );
  return { on: on as unknown as Canvas, done };
}
