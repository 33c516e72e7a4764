// Small sounds, made here by Web Audio: dice, a shot, a turn that has come. Off until somebody turns them on.

import { settings } from "./settings.svelte";

export type Sound = "dice" | "shot" | "turn";

let context: AudioContext | null = null;

/** Noise that dies away, through a filter: a die on the table, a shot far off. */
function knock(at: AudioContext, start: number, long: number, pitch: number, loud: number): void {
  const length = Math.ceil(at.sampleRate * long);
  const noise = at.createBuffer(1, length, at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
  const [source, filter, gain] = [at.createBufferSource(), at.createBiquadFilter(), at.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.2;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(start);
}

function tone(at: AudioContext, start: number, pitch: number, long: number): void {
  const [source, gain] = [at.createOscillator(), at.createGain()];
  source.type = "sine";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.11, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(gain).connect(at.destination);
  source.start(start);
  source.stop(start + long);
}

const SOUNDS: Record<Sound, (at: AudioContext, now: number) => void> = {
  dice: (at, now) => {
    for (const [delay, pitch] of [
      [0, 2300],
      [0.07, 2700],
      [0.13, 1900],
      [0.18, 2500],
    ] as const)
      knock(at, now + delay, 0.05, pitch, 0.35);
  },
  shot: (at, now) => {
    knock(at, now, 0.09, 900, 0.5);
    knock(at, now + 0.02, 0.5, 180, 0.4);
  },
  turn: (at, now) => {
    tone(at, now, 523, 0.3);
    tone(at, now + 0.14, 784, 0.4);
  },
};

/** Make a sound, if sounds are on; a page that may not make any yet stays silent. */
export function sound(which: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume().catch(() => {});
  SOUNDS[which](context, context.currentTime);
}
