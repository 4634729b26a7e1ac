/** Sounds made on the spot: no files, no downloads. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
let master: GainNode | null = null;

/** Browsers let a page sound only after its first touch or key. */
export function wakeSound(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (!master) {
    master = context.createGain();
    master.connect(context.destination);
  }
  if (context.state === "suspended") void context.resume();
}

function tone(
  at: number,
  pitch: number,
  length: number,
  loud = 0.14,
  shape: OscillatorType = "sine",
  to = pitch,
): void {
  if (!context || !master) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, at);
  if (to !== pitch) oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(master);
  oscillator.start(at);
  oscillator.stop(at + length + 0.05);
}

function rustle(at: number, length: number, pitch: number, loud = 0.2): void {
  if (!context || !master) return;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(master);
  source.start(at);
}

const SOUNDS = {
  card: (now: number) => rustle(now, 0.09, 2600, 0.35),
  shuffle: (now: number) => [0, 0.06, 0.12].forEach((later) => rustle(now + later, 0.07, 2200, 0.25)),
  // Wheels over joints, one for each space.
  claim: (now: number) =>
    [0, 0.09, 0.22, 0.31].forEach((later, i) => {
      tone(now + later, i % 2 ? 150 : 190, 0.09, 0.16, "triangle", 80);
      rustle(now + later, 0.04, 1200, 0.25);
    }),
  turn: (now: number) =>
    [523.25, 659.25, 783.99].forEach((pitch, i) => tone(now + i * 0.11, pitch, 0.5, 0.1)),
  station: (now: number) => [880, 660].forEach((pitch, i) => tone(now + i * 0.24, pitch, 0.9, 0.1)),
  flip: (now: number) => (rustle(now, 0.06, 3200, 0.3), tone(now + 0.02, 320, 0.08, 0.05)),
  hit: (now: number) => tone(now, 140, 0.35, 0.25, "triangle", 60),
  ticket: (now: number) => (rustle(now, 0.14, 1500, 0.25), tone(now + 0.06, 700, 0.16, 0.04)),
  completed: (now: number) => [659, 784, 988].forEach((pitch, i) => tone(now + i * 0.08, pitch, 0.4, 0.09)),
  last: (now: number) =>
    [392, 392, 523].forEach((pitch, i) => tone(now + i * 0.22, pitch, 0.4, 0.12, "triangle")),
  end: (now: number) => [523, 659, 784, 1047].forEach((pitch, i) => tone(now + i * 0.15, pitch, 0.8, 0.1)),
  message: (now: number) => tone(now, 980, 0.14, 0.05),
  no: (now: number) => tone(now, 200, 0.18, 0.1, "triangle", 150),
} satisfies Record<string, (now: number) => unknown>;

export type Sound = keyof typeof SOUNDS;

export function play(sound: Sound): void {
  if (!settings.sound || !context || !master || context.state !== "running") return;
  // Ears hear ratios: half way along the slider should sound half as loud.
  master.gain.value = settings.volume ** 2;
  SOUNDS[sound](context.currentTime + 0.01);
}
