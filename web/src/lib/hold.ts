// A long press asks "why not?": what the right button does for a mouse, a finger that stays does on a screen.

const LONG = 550;

/** Call `asked` when a finger stays on the element; the click that ends the press then counts for nothing. */
export function held(
  node: HTMLElement | SVGElement,
  asked: (touched: PointerEvent) => void,
): { update: (next: (touched: PointerEvent) => void) => void; destroy: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let long = false;
  const stop = (): void => clearTimeout(timer);
  const down = (event: Event): void => {
    long = false;
    stop();
    const touched = event as PointerEvent;
    if (touched.pointerType !== "touch") return;
    timer = setTimeout(() => {
      long = true;
      asked(touched);
    }, LONG);
  };
  const move = (event: Event): void => {
    const { movementX, movementY } = event as PointerEvent;
    if (Math.abs(movementX) + Math.abs(movementY) > 4) stop();
  };
  const click = (event: Event): void => {
    if (!long) return;
    long = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on: [string, (event: Event) => void, boolean][] = [
    ["pointerdown", down, false],
    ["pointermove", move, false],
    ["pointerup", stop, false],
    ["pointercancel", stop, false],
    ["pointerleave", stop, false],
    ["click", click, true],
  ];
  for (const [name, does, early] of on) node.addEventListener(name, does, early);
  return {
    update: (next) => (asked = next),
    destroy: () => {
      stop();
      for (const [name, does, early] of on) node.removeEventListener(name, does, early);
    },
  };
}
