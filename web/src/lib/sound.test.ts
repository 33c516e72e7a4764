import { afterEach, expect, test, vi } from "vitest";
import { settings } from "./settings.svelte";

afterEach(() => {
  settings.sound = false;
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** An audio context that counts what is started in it. */
function heard(): { started: number } {
  const told = { started: 0 };
  const param = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = (): object => ({
    connect: (to: object) => to,
    start: () => (told.started += 1),
    stop: () => {},
    frequency: param,
    Q: param,
    gain: param,
  });
  vi.stubGlobal(
    "AudioContext",
    class {
      sampleRate = 8000;
      currentTime = 0;
      destination = {};
      resume = (): Promise<void> => Promise.resolve();
      createBuffer = (_: number, length: number): object => ({ getChannelData: () => new Float32Array(length) });
      createBufferSource = node;
      createBiquadFilter = node;
      createGain = node;
      createOscillator = node;
    },
  );
  return told;
}

test("sounds are off until somebody turns them on", async () => {
  const told = heard();
  const { sound } = await import("./sound");
  sound("dice");
  expect(told.started).toBe(0);
});

test("dice fall, a shot is heard, a turn that comes rings", async () => {
  const told = heard();
  const { sound } = await import("./sound");
  const { settings: now } = await import("./settings.svelte");
  now.sound = true;
  const counts = (["dice", "shot", "turn"] as const).map((which) => {
    const before = told.started;
    sound(which);
    return told.started - before;
  });
  expect(counts).toEqual([4, 2, 2]);
});
