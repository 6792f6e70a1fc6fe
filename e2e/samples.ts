// Measurements on sound samples: loudness, onset, clicks and pitches.

/** Samples per second; the loudness weights below depend on it. */
export const RATE = 48_000;
/** The threshold of silence: 80 decibels below full scale. */
const SILENT = 0.0001;
const SAMPLES_PER_MS = RATE / 1_000;
const LOUDNESS_SAMPLES = RATE / 10;
/** ITU-R BS.1770 weighting: first the shelf, then the high pass. */
const LOUDNESS_FILTERS = [
  { now: [1.53512485958697, -2.69169618940638, 1.19839281085285], before: [-1.69065929318241, 0.73248077421585] },
  { now: [1, -2, 1], before: [-1.99004745483398, 0.99007225036621] },
] as const;
const LOWEST_HZ = 200;
const HIGHEST_HZ = 4_200;
const FIVE_CENTS = 2 ** (5 / 1_200);
/** A pitch within a minor third of a found one counts as the found one. */
const SAME_PITCH_RATIO = 2 ** (3 / 12);

export type Samples = Float32Array;

export function computePeak(samples: Samples): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

/** Returns the times of the first and the last audible sample, in seconds. */
export function findAudibleSpan(samples: Samples): { readonly fromS: number; readonly toS: number } {
  const isAudible = (sample: number): boolean => Math.abs(sample) > SILENT;
  return { fromS: samples.findIndex(isAudible) / RATE, toS: samples.findLastIndex(isAudible) / RATE };
}

/** Returns the shares of the peak in the first and last millisecond; an abrupt start or end has a large share. */
export function computeEdges(samples: Samples): { readonly first: number; readonly last: number } {
  const { fromS, toS } = findAudibleSpan(samples);
  const [from, to, peak] = [fromS * RATE, toS * RATE + 1, computePeak(samples)];
  return {
    first: computePeak(samples.slice(from, from + SAMPLES_PER_MS)) / peak,
    last: computePeak(samples.slice(to - SAMPLES_PER_MS, to)) / peak,
  };
}

/** Returns the largest step between two samples as the frequency of the tone that explains it at this peak. */
export function computeSteepestHz(samples: Samples): number {
  const steps = samples.map((sample, index) => sample - (samples[index - 1] ?? 0));
  return (computePeak(steps) / computePeak(samples)) * (RATE / (2 * Math.PI));
}

/** Returns the weighted loudness of the loudest tenth of a second, in decibels relative to full scale. */
export function computeLoudness(samples: Samples): number {
  const weightedSamples = LOUDNESS_FILTERS.reduce(applyFilter, samples);
  let [sum, most] = [0, 0];
  for (const [index, sample] of weightedSamples.entries()) {
    sum += sample ** 2 - (weightedSamples[index - LOUDNESS_SAMPLES] ?? 0) ** 2;
    most = Math.max(most, sum);
  }
  return 10 * Math.log10(most / LOUDNESS_SAMPLES) - 0.691;
}

/** Returns the strongest pitches of a span, strongest first, to five cents. */
export function findPitches(samples: Samples, [fromS, toS]: readonly [number, number], count = 1): number[] {
  const span = samples.slice(fromS * RATE, toS * RATE);
  const faded = span.map((sample, index) => sample * Math.sin((Math.PI * index) / span.length) ** 2);
  const strengths: [hz: number, strength: number][] = [];
  for (let hz = LOWEST_HZ; hz < HIGHEST_HZ; hz *= FIVE_CENTS) strengths.push([hz, computeStrength(faded, hz)]);
  strengths.sort(([, one], [, other]) => other - one);
  const found: number[] = [];
  for (const [hz] of strengths) {
    if (found.length === count) break;
    if (found.every((other) => hz > other * SAME_PITCH_RATIO || hz < other / SAME_PITCH_RATIO)) found.push(hz);
  }
  return found;
}

/** Returns the distance of two pitches, in hundredths of a semitone. */
export function computeCents(one: number, other: number): number {
  return Math.abs(1_200 * Math.log2(one / other));
}

function applyFilter(samples: Samples, { now, before }: (typeof LOUDNESS_FILTERS)[number]): Samples {
  const output = new Float32Array(samples.length);
  const at = (of: Samples, index: number): number => of[index] ?? 0;
  for (const index of samples.keys()) {
    const input = now[0] * at(samples, index) + now[1] * at(samples, index - 1) + now[2] * at(samples, index - 2);
    output[index] = input - before[0] * at(output, index - 1) - before[1] * at(output, index - 2);
  }
  return output;
}

/** Goertzel algorithm: the strength of this pitch. */
function computeStrength(samples: Samples, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / RATE);
  let [last, beforeLast] = [0, 0];
  for (const sample of samples) [last, beforeLast] = [sample + turn * last - beforeLast, last];
  return last ** 2 + beforeLast ** 2 - turn * last * beforeLast;
}
