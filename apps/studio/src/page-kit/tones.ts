// Sounds of the games, synthesised in the browser without files, in five sets: wood, bells, glass, water, strings.
//
// Always true: every pitch is of one scale of five tones, so simultaneous sounds are in harmony. A sound begins and
// ends in silence, and loudness is independent of the stake. Simultaneous starts of the same sound, without motion or
// after a delayed response, are played once. The sum of all sounds stays below full scale.
//
// Elsewhere: permission to play (sound.ts). Pitches, lengths and loudness are measured in
// e2e/games/sound.heavy.test.ts.

import type { SoundSet } from '#studio/wire/sound-set';

export type Tones = {
  /** A reel comes to rest: a knock. */
  stop(reel: number): void;
  /** Paying cells sink and new ones follow: a drop, higher with every step. */
  flow(step: number): void;
  /** A card is turned. */
  card(place: number): void;
  /** A chip is put down. */
  chip(): void;
  /** Free rounds are granted: a bell, and its echo. */
  grant(): void;
  /** The payout is above the stake: a few notes, or as long as a large gain is celebrated. */
  gain(ms?: number): void;
  /** Ends the notes of a gain, because the player continues. */
  endGain(): void;
};

/** Wave of knocks and gain, their octave with the bell, length of knocks; the loudness makes the sets equally loud. */
type Timbre = {
  readonly type: OscillatorType;
  readonly octave: number;
  readonly length: number;
  readonly loudness: number;
};

export const timbres: Readonly<Record<SoundSet, Timbre>> = {
  wood: { type: 'triangle', octave: 0, length: 1, loudness: 1 },
  bells: { type: 'sine', octave: 1, length: 1.5, loudness: 0.8 },
  glass: { type: 'triangle', octave: 1, length: 0.8, loudness: 0.95 },
  water: { type: 'sine', octave: 0, length: 0.8, loudness: 0.95 },
  strings: { type: 'triangle', octave: -1, length: 1.3, loudness: 0.95 },
};

type Shape = { readonly frequency: number; readonly lengthS: number; readonly loudness: number; readonly atS?: number };
type Tone = Shape & { readonly type: OscillatorType; readonly bendTo?: number };

/** C, D, E, G and A from the middle of the piano on. */
const SCALE = [261.63, 293.66, 329.63, 392, 440] as const;
const FEW = [5, 7, 9] as const;
const MANY = [5, 7, 9, 8, 7, 9, 8, 9] as const;
const BAR_S = 0.11;
const NOTE_S = 0.34;
/** Highest step of a drop; higher pitches are shrill. */
const FLOW_STEPS_MAX = 7;
const APART_S = 0.05;
/** Sounds start this much later, because samples before the browser's current block are dropped, which clicks. */
const LEAD_S = 0.01;
const RISE_S = 0.006;
const HUSH_S = 0.02;
const VOLUME = 1.5;
const SILENT = 0.0001;

export class Instruments implements Tones {
  readonly #context: BaseAudioContext;
  readonly #out: GainNode;
  readonly #noise: AudioBuffer;
  readonly #begunS = new Map<keyof Tones, number>();
  readonly #timbre: Timbre;
  /** Output of the notes of the last gain. */
  #gain: GainNode | undefined;

  constructor(context: BaseAudioContext, set: SoundSet = 'wood') {
    this.#context = context;
    this.#timbre = timbres[set];
    this.#out = new GainNode(context, { gain: VOLUME });
    this.#out.connect(context.destination);
    this.#noise = noiseIn(context);
  }

  stop(reel: number): void {
    if (!this.#begins('stop')) return;
    const { type, octave, length, loudness } = this.#timbre;
    // Telephones do not play knocks below those of wood.
    const frequency = note(reel) * 2 ** Math.max(0, octave);
    this.#tone({ type, frequency, lengthS: 0.09 * length, loudness: 0.2 * loudness });
    this.#brush({ frequency: 1_100, lengthS: 0.03, loudness: 0.2 });
  }

  flow(step: number): void {
    if (!this.#begins('flow')) return;
    const degree = Math.min(step, FLOW_STEPS_MAX) + 6;
    this.#tone({ type: 'sine', frequency: note(degree), bendTo: note(degree + 2), lengthS: 0.16, loudness: 0.12 });
  }

  card(place: number): void {
    if (this.#begins('card')) this.#brush({ frequency: 2_400 + place * 120, lengthS: 0.06, loudness: 0.4 });
  }

  chip(): void {
    if (!this.#begins('chip')) return;
    this.#tone({ type: 'triangle', frequency: note(13), lengthS: 0.05, loudness: 0.15 });
    this.#tone({ type: 'triangle', frequency: note(15), atS: 0.045, lengthS: 0.05, loudness: 0.12 });
  }

  grant(): void {
    if (!this.#begins('grant')) return;
    for (const [index, loudness] of [0.1, 0.05, 0.025].entries()) {
      const bell = { type: 'sine', atS: index * 0.32, loudness: loudness * this.#timbre.loudness } as const;
      this.#tone({ ...bell, frequency: this.#pitch(10), lengthS: 0.9 });
      this.#tone({ ...bell, frequency: this.#pitch(13), lengthS: 0.7, loudness: bell.loudness / 2 });
    }
  }

  gain(ms?: number): void {
    if (!this.#begins('gain')) return;
    this.#gain = new GainNode(this.#context);
    this.#gain.connect(this.#out);
    const count = ms === undefined ? FEW.length : Math.round((ms / 1_000 - NOTE_S) / BAR_S) + 1;
    const degrees = ms === undefined ? FEW : MANY;
    const { type, loudness } = this.#timbre;
    for (let index = 0; index < count; index += 1) {
      const frequency = this.#pitch(degrees[index % degrees.length] ?? 0);
      const bar = { type, frequency, atS: index * BAR_S, lengthS: NOTE_S, loudness: 0.2 * loudness };
      this.#tone(bar, this.#gain);
    }
  }

  endGain(): void {
    if (this.#gain) fade(this.#gain, 1, this.#context.currentTime + LEAD_S);
    this.#gain = undefined;
  }

  /** Ends all current and scheduled sounds. */
  hush(): void {
    fade(this.#out, VOLUME, this.#context.currentTime + LEAD_S);
  }

  #begins(kind: keyof Tones): boolean {
    const nowS = this.#context.currentTime;
    if (nowS - (this.#begunS.get(kind) ?? -APART_S) < APART_S) return false;
    this.#begunS.set(kind, nowS);
    return true;
  }

  #pitch(degree: number): number {
    return note(degree) * 2 ** this.#timbre.octave;
  }

  #tone({ type, frequency, bendTo = frequency, ...shape }: Tone, out = this.#out): void {
    const startS = this.#startS(shape);
    const oscillator = new OscillatorNode(this.#context, { type });
    oscillator.frequency.setValueAtTime(frequency, startS);
    oscillator.frequency.exponentialRampToValueAtTime(bendTo, startS + shape.lengthS);
    this.#play({ source: oscillator, output: oscillator, out }, startS, shape);
  }

  /** A breath of noise round a pitch. */
  #brush({ frequency, ...shape }: Shape): void {
    const source = new AudioBufferSourceNode(this.#context, { buffer: this.#noise });
    const band = new BiquadFilterNode(this.#context, { type: 'bandpass', frequency, Q: 1.2 });
    this.#play({ source, output: source.connect(band), out: this.#out }, this.#startS(shape), shape);
  }

  #startS({ atS = 0 }: Pick<Shape, 'atS'>): number {
    return this.#context.currentTime + LEAD_S + atS;
  }

  #play(
    { source, output, out }: { source: AudioScheduledSourceNode; output: AudioNode; out: AudioNode },
    startS: number,
    { lengthS, loudness }: Pick<Shape, 'lengthS' | 'loudness'>,
  ): void {
    const envelope = new GainNode(this.#context, { gain: 0 });
    envelope.gain.setValueAtTime(0, startS);
    envelope.gain.linearRampToValueAtTime(loudness, startS + RISE_S);
    envelope.gain.exponentialRampToValueAtTime(SILENT, startS + lengthS);
    output.connect(envelope).connect(out);
    source.start(startS);
    source.stop(startS + lengthS);
  }
}

function fade({ gain }: GainNode, from: number, startS: number): void {
  gain.setValueAtTime(from, startS).linearRampToValueAtTime(0, startS + HUSH_S);
}

function note(degree: number): number {
  return (SCALE[degree % SCALE.length] ?? SCALE[0]) * 2 ** Math.floor(degree / SCALE.length);
}

/** An eighth of a second of noise, the same every time. */
function noiseIn(context: BaseAudioContext): AudioBuffer {
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate / 8), context.sampleRate);
  const samples = noise.getChannelData(0);
  let number = 1;
  for (const index of samples.keys()) {
    number = (number * 16_807) % 2_147_483_647;
    samples[index] = number / 1_073_741_823.5 - 1;
  }
  return noise;
}
