// Sound, off until the player turns it on and then on in this tab: short synthetic tones of wood, water and bells, no files.
//
// Always true: nothing sounds for a payout that is not above the stake, and nothing grows louder with what was staked.

import { readTab, writeTab } from './studio-api.ts';

export type Sound = {
  readonly isOn: boolean;
  toggle(): void;
  /** A reel comes to rest: a knock on wood. */
  stop(reel: number): void;
  /** What paid sinks and the next comes: a drop, higher with every step. */
  flow(step: number): void;
  /** A card is turned. */
  card(place: number): void;
  /** A chip is put down. */
  chip(): void;
  /** Free rounds are granted: a bell, and its echo. */
  grant(): void;
  /** The round gained more than it cost: a few bars of a wooden xylophone, longer when it was much. */
  gain(isMuch: boolean): void;
};

const KEY = 'sound';
/** Five tones that cannot clash. */
const SCALE = [523, 587, 659, 784, 880] as const;
const FEW = [0, 2, 4] as const;
const MANY = [0, 2, 4, 3, 2, 4, 3, 4] as const;
const BAR_S = 0.11;

export function makeSound(): Sound {
  const player = new Player();
  const note = (degree: number): number =>
    (SCALE[degree % SCALE.length] ?? SCALE[0]) * 2 ** Math.floor(degree / SCALE.length);
  return {
    get isOn() {
      return player.isOn;
    },
    toggle: () => player.toggle(),
    stop(reel) {
      player.tone({ type: 'sine', frequency: 196 + reel * 12, lengthS: 0.09, loudness: 0.14 });
      player.brush({ frequency: 1_100, lengthS: 0.03, loudness: 0.05 });
    },
    flow(step) {
      player.tone({ type: 'sine', frequency: note(step + 1), bendTo: note(step + 3), lengthS: 0.16, loudness: 0.08 });
    },
    card(place) {
      player.brush({ frequency: 2_400 + place * 120, lengthS: 0.06, loudness: 0.09 });
    },
    chip() {
      player.tone({ type: 'triangle', frequency: 1_480, lengthS: 0.05, loudness: 0.06 });
      player.tone({ type: 'triangle', frequency: 1_960, atS: 0.045, lengthS: 0.05, loudness: 0.05 });
    },
    grant() {
      for (const [index, loudness] of [0.1, 0.05, 0.025].entries()) {
        player.tone({ type: 'sine', frequency: 659, atS: index * 0.32, lengthS: 0.9, loudness });
        player.tone({ type: 'sine', frequency: 988, atS: index * 0.32, lengthS: 0.7, loudness: loudness / 2 });
      }
    },
    gain(isMuch) {
      for (const [index, degree] of (isMuch ? MANY : FEW).entries()) {
        player.tone({
          type: 'triangle',
          frequency: note(degree),
          atS: index * BAR_S,
          lengthS: 0.34,
          loudness: 0.09,
        });
      }
    },
  };
}

type Shape = { readonly frequency: number; readonly lengthS: number; readonly loudness: number; readonly atS?: number };

class Player {
  #isOn = readTab(KEY) === 'on';
  #context: AudioContext | undefined;
  #noise: AudioBuffer | undefined;

  get isOn(): boolean {
    return this.#isOn;
  }

  toggle(): void {
    this.#isOn = !this.#isOn;
    writeTab(KEY, this.#isOn ? 'on' : '');
    if (this.#isOn) this.#open();
    else void this.#context?.suspend();
  }

  tone({ type, frequency, bendTo, atS = 0, ...shape }: Shape & { type: OscillatorType; bendTo?: number }): void {
    const context = this.#open();
    if (!context) return;
    const start = context.currentTime + atS;
    const oscillator = new OscillatorNode(context, { type, frequency });
    if (bendTo !== undefined) oscillator.frequency.exponentialRampToValueAtTime(bendTo, start + shape.lengthS);
    this.#play(context, oscillator, oscillator, start, shape);
  }

  /** A breath of noise round a pitch. */
  brush({ frequency, atS = 0, ...shape }: Shape): void {
    const context = this.#open();
    if (!context) return;
    const start = context.currentTime + atS;
    const source = new AudioBufferSourceNode(context, { buffer: this.#noiseIn(context) });
    const band = new BiquadFilterNode(context, { type: 'bandpass', frequency, Q: 1.2 });
    source.connect(band);
    this.#play(context, source, band, start, shape);
  }

  #play(
    context: AudioContext,
    source: AudioScheduledSourceNode,
    output: AudioNode,
    start: number,
    { lengthS, loudness }: Pick<Shape, 'lengthS' | 'loudness'>,
  ): void {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lengthS);
    output.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(start + lengthS);
  }

  /** Made when the first tone is wanted, which is after a tap: browsers keep audio silent that starts without one. */
  #open(): AudioContext | undefined {
    if (!this.#isOn || document.visibilityState !== 'visible') return undefined;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
    return this.#context;
  }

  #noiseIn(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise;
    const noise = context.createBuffer(1, Math.ceil(context.sampleRate / 8), context.sampleRate);
    const samples = noise.getChannelData(0);
    for (const index of samples.keys()) samples[index] = Math.random() * 2 - 1;
    this.#noise = noise;
    return noise;
  }
}
