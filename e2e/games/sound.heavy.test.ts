// Sounds of the studio's games, measured: the file that computes them is rendered by a real browser and checked sample
// by sample. A game sounds only on request, only while visible, and stops at once.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { baht } from '@chaba/money';
import type { Page } from 'playwright-core';

import { type Instruments, timbres, type Tones } from '#studio/page-kit/tones';
import type { SoundSet } from '#studio/wire/sound-set';
import { startFakeWallet } from '#studio/testing/fake-wallet';
import { buildPages } from '#ops/start/page-builds';
import { ROOT } from '#ops/core/root';
import { startStudio } from '#testing/product/studio-process';
import { openProcessLog } from '#server/testing/process-log';

import { untilAudioStates, recordAudio } from './audio.ts';
import { openMobilePage } from '#testing/product/browser';
import { grantFreeSpins } from '#testing/product/determinism';
import {
  computeCents,
  computeEdges,
  computeLoudness,
  computePeak,
  findPitches,
  RATE,
  type Samples,
  findAudibleSpan,
  computeSteepestHz,
} from '#e2e/samples';
import { pollUntil } from '#testing/product/until';

type Module = { readonly Instruments: typeof Instruments };
/** Time, sound, and its parameter. */
type Stroke = readonly [atS: number, what: keyof Tones | 'hush', word?: number | undefined];
type Pitch = readonly [fromS: number, toS: number, ...hz: number[]];
type Wanted = {
  readonly strokes: readonly Stroke[];
  readonly lengthS: number;
  /** No step between two samples exceeds that of a tone of this pitch; noise has larger ones. */
  readonly topHz: number;
  readonly isGain?: true;
  readonly pitches: readonly Pitch[];
};

const TONES = path.join(ROOT, 'apps/studio/src/page-kit/tones.ts');
const A4 = 440;
const G4 = A4 * 2 ** (-2 / 12);
const E4 = A4 * 2 ** (-5 / 12);
const D4 = A4 * 2 ** (-7 / 12);
const C4 = A4 * 2 ** (-9 / 12);
const KNOCKS = [C4, D4, E4, G4, A4];
const FEW = [2 * C4, 2 * E4, 2 * A4];
const MANY = [2 * C4, 2 * E4, 2 * A4, 2 * G4, 2 * E4, 2 * A4, 2 * G4, 2 * A4];

/** The sounds of a game in its set; drops, cards and chips are the same in all. */
function listSounds(set: SoundSet): Readonly<Record<string, Wanted>> {
  const { octave, length } = timbres[set];
  const times = 2 ** octave;
  const knock = Math.max(1, times);
  const gains = [undefined, 2_000, 3_000, 4_000].map((ms): [string, Wanted] => {
    const count = ms === undefined ? FEW.length : Math.round((ms / 1_000 - 0.34) / 0.11) + 1;
    const notes = Array.from({ length: count }, (_, index) => (ms === undefined ? FEW : MANY)[index % 8]! * times);
    const strokes: Stroke[] = [[0, 'gain', ms]];
    const lengthS = (count - 1) * 0.11 + 0.34;
    return [
      ms === undefined ? 'a gain' : `a gain of ${ms / 1_000} seconds`,
      { strokes, lengthS, topHz: 2 * A4 * times, isGain: true, pitches: createBars(notes) },
    ];
  });
  return {
    ...Object.fromEntries(
      KNOCKS.map((hz, reel) => [
        `the knock of reel ${reel + 1}`,
        {
          strokes: [[0, 'stop', reel]],
          lengthS: 0.09 * length,
          topHz: 1_100 * knock,
          pitches: [[0.045, 0.09 * length, hz * knock]],
        },
      ]),
    ),
    'the bell': {
      strokes: [[0, 'grant']],
      lengthS: 1.54,
      topHz: 4 * G4 * times,
      isGain: true,
      pitches: [[0.03, 0.3, 4 * C4 * times, 4 * G4 * times]],
    },
    ...Object.fromEntries(gains),
  };
}

const COMMON_SOUNDS: Readonly<Record<string, Wanted>> = {
  'the first drop': createDrop(0, 2 * D4, 2 * G4),
  'the third drop': createDrop(2, 2 * G4, 4 * C4),
  'the highest drop': createDrop(30, 4 * G4, 8 * C4),
  'the first card': { strokes: [[0, 'card', 0]], lengthS: 0.06, topHz: 6_000, pitches: [] },
  'the last card': { strokes: [[0, 'card', 6]], lengthS: 0.06, topHz: 6_000, pitches: [] },
  'a chip': {
    strokes: [[0, 'chip']],
    lengthS: 0.095,
    topHz: 8 * C4,
    pitches: [
      [0.012, 0.054, 4 * G4],
      [0.061, 0.104, 8 * C4],
    ],
  },
};

const SETS = Object.keys(timbres) as SoundSet[];
const KINDS = ['stop', 'flow', 'card', 'chip', 'grant', 'gain'] as const;
const inSequence = (what: keyof Tones, count: number, apartS: number): Stroke[] =>
  Array.from({ length: count }, (_, index) => [index * apartS, what, index]);
const ALL: readonly Stroke[] = [
  ...KNOCKS.map((_, reel): Stroke => [0, 'stop', reel]),
  [0, 'flow', 0],
  [0, 'card', 0],
  [0, 'chip'],
  [0, 'grant'],
  [0, 'gain', 4_000],
];
const BUSY: Readonly<Record<string, readonly Stroke[]>> = {
  'a spin that grants free rounds and gains much': [
    ...inSequence('stop', 5, 0.14),
    [0.3, 'grant'],
    [0.57, 'gain', 2_000],
  ],
  'a cascade that gains': [
    ...inSequence('stop', 5, 0.14),
    [0.56, 'grant'],
    ...inSequence('flow', 6, 0.12),
    [0.7, 'gain', 2_000],
  ],
  'a table where bets are placed while the last result is shown': [
    ...inSequence('chip', 20, 0.05),
    ...inSequence('card', 6, 0.11),
    [0, 'gain', 2_000],
  ],
  'all sounds at one moment': ALL,
  // The shortest interval in which a table repeats its bets.
  'all sounds, repeated': [0, 0.7, 1.4].flatMap((atS) => ALL.map(([, ...rest]): Stroke => [atS, ...rest])),
};

await buildPages(() => undefined, 'studio');
const SECRET = 'sandbox-secret';
const PLAYER = 'p-sound';
const wallet = await startFakeWallet(SECRET);
wallet.setBalance(PLAYER, baht(1_000));
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-sound-'));
const studio = await startStudio({
  port,
  dataDir,
  walletUrl: wallet.url,
  secret: SECRET,
  output: openProcessLog('sandbox'),
});
grantFreeSpins(dataDir, 0);
after(async () => {
  await studio.stop();
  await wallet.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const page = await openMobilePage();
const tones = await page.evaluateHandle(
  (script) => import(script) as Promise<Module>,
  `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(fs.readFileSync(TONES, 'utf8')))}`,
);

const measured = [
  ...Object.entries(COMMON_SOUNDS).map(([name, sound]) => ['wood', name, sound] as const),
  ...SETS.flatMap((set) => Object.entries(listSounds(set)).map(([name, sound]) => [set, name, sound] as const)),
];
for (const [set, name, { strokes, lengthS, topHz, isGain = false, pitches }] of measured) {
  test(`renders ${name} of the set ${set} with its loudness, length and pitch, without clicks at its ends`, async () => {
    const samples = await render(strokes, set);
    assert.ok(computePeak(samples) > 0.1, 'the sound is silent');
    // Later than requested: a delayed browser drops the first samples.
    const { fromS, toS } = findAudibleSpan(samples);
    assertBetween(fromS, 0.009, 0.012);
    assertBetween(toS - fromS, lengthS * 0.9, lengthS * 1.02);
    if (isGain) assertBetween(computeLoudness(samples), -23, -19);
    else assertBetween(computeLoudness(samples), -30, -25);
    const { first, last } = computeEdges(samples);
    assertBetween(first, 0, 0.2);
    assertBetween(last, 0, 0.01);
    assertBetween(computeSteepestHz(samples), 0, topHz * 1.2);
    for (const [startS, endS, ...wanted] of pitches) {
      const found = findPitches(samples, [startS, endS], wanted.length);
      assert.ok(
        wanted.every((hz, index) => computeCents(hz, found[index] ?? 0) < 20),
        `${found.join(', ')} Hz instead of ${wanted.join(', ')}`,
      );
    }
  });
}

for (const [name, strokes] of Object.entries(BUSY)) {
  test(`clips no sample of ${name} in any set`, async () => {
    for (const set of SETS) assertBetween(computePeak(await render(strokes, set)), 0.1, 0.9);
  });
}

test('merges simultaneous sounds into one', async () => {
  const one = await render([[0, 'chip']]);
  const many = await render(Array.from({ length: 20 }, (): Stroke => [0, 'chip']));
  assert.deepEqual(many, one);
});

test('silences a bell within a twentieth of a second, without a click', async () => {
  const samples = await render([
    [0, 'grant'],
    [0, 'gain', 4_000],
    [0.24, 'hush'],
    [0.4, 'chip'],
  ]);
  assertBetween(findAudibleSpan(samples).toS, 0.24, 0.29);
  assertBetween(computeEdges(samples).last, 0, 0.1);
  assertBetween(computeSteepestHz(samples), 0, 4 * G4);
});

test('ends only the notes of a gain when the player continues', async () => {
  const samples = await render([
    [0, 'gain', 4_000],
    [0.5, 'endGain'],
    [0.6, 'chip'],
  ]);
  assertBetween(computePeak(samples.subarray(RATE * 0.55, RATE * 0.6)), 0, 0.001);
  assertBetween(findAudibleSpan(samples).toS, 0.65, 0.75);
  assertBetween(computeSteepestHz(samples), 0, 8 * C4 * 1.2);
});

test('leaves no audio node after five hundred sounds', async () => {
  const audio = await recordAudio(page);
  await page.evaluate(
    async ({ module, all, rate }) => {
      const context = new OfflineAudioContext(1, rate * 62, rate);
      const instruments = new module.Instruments(context);
      for (const [index, what] of all.entries()) {
        const play = (): void => (instruments[what] as (word: unknown) => void).call(instruments, 1);
        if (index === 0) play();
        else void context.suspend(index * 0.12).then(() => (play(), context.resume()));
      }
      const isOver = context.suspend(61.9);
      void context.startRendering();
      await isOver;
      // The context stays open, as during a game.
      Object.assign(globalThis, { context });
    },
    { module: tones, all: Array.from({ length: 500 }, (_, index) => KINDS[index % KINDS.length]!), rate: RATE },
  );
  assert.ok(audio.created.size > 2_000);
  await pollUntil(async () => {
    await page.requestGC();
    return audio.live.size < 10;
  });
});

test('is silent before it is switched on, while hidden, and after it is switched off', async () => {
  const game = await openMobilePage({ reducedMotion: 'no-preference' });
  const audio = await recordAudio(game);
  await game.goto(launchAddress());
  await game.getByRole('button', { name: 'เสียง: ปิดอยู่' }).click();
  await untilAudioStates(audio, 'running');
  const nodesAtRest = audio.created.size;
  await game.getByRole('button', { name: 'หมุน', exact: true }).click();
  await pollUntil(() => audio.created.size > nodesAtRest);

  await game.getByRole('button', { name: 'เสียง: เปิดอยู่' }).click();
  const nodesBefore = audio.created.size;
  await untilAudioStates(audio, 'closed');
  await game.locator('body[data-phase=ready]').waitFor();
  assert.equal(audio.created.size, nodesBefore, 'no reel has a sound');

  await game.getByRole('button', { name: 'เสียง: ปิดอยู่' }).click();
  await untilAudioStates(audio, 'closed', 'running');
  await setVisibility(game, 'hidden');
  await untilAudioStates(audio, 'closed', 'closed');
  await setVisibility(game, 'visible');
  await untilAudioStates(audio, 'closed', 'closed', 'running');
});

test('keeps the sound setting for the next visit, from the first press on, also with reduced motion', async () => {
  const before = await openMobilePage();
  await before.goto(launchAddress());
  await before.getByRole('button', { name: 'เสียง: ปิดอยู่' }).click();
  await before.getByRole('button', { name: 'เสียง: เปิดอยู่' }).waitFor();
  await before.close();

  const game = await before.context().newPage();
  const audio = await recordAudio(game);
  await game.goto(launchAddress());
  // Requests of the driver count as presses on the page; this one does not.
  const evaluateWithoutPress = async (what: string): Promise<unknown> =>
    (await audio.devtools.send('Runtime.evaluate', { expression: what })).result.value;
  await pollUntil(async () => (await evaluateWithoutPress('document.body.dataset.phase')) === 'ready');
  assert.equal(await evaluateWithoutPress(`document.querySelector('[aria-label="เสียง: เปิดอยู่"]') !== null`), true);
  await evaluateWithoutPress(`document.dispatchEvent(new Event('visibilitychange'))`);
  assert.equal(await evaluateWithoutPress('navigator.userActivation.hasBeenActive'), false);
  assert.deepEqual([...audio.states], []);

  await game.keyboard.press('ArrowDown');
  await untilAudioStates(audio, 'running');
  const nodesAtRest = audio.created.size;
  await game.keyboard.press('Space');
  await pollUntil(() => audio.created.size > nodesAtRest);
});

function createDrop(step: number, fromHz: number, toHz: number): Wanted {
  const at = (part: number): number => fromHz * (toHz / fromHz) ** part;
  return {
    strokes: [[0, 'flow', step]],
    lengthS: 0.16,
    topHz: toHz,
    pitches: [
      [0.04, 0.06, at(0.25)],
      [0.12, 0.14, at(0.75)],
    ],
  };
}

function createBars(notes: readonly number[]): Pitch[] {
  return notes.map((hz, index) => [0.03 + index * 0.11, 0.11 + index * 0.11, hz]);
}

/** This browser has no window that could be covered; the page gets the visibility event. */
async function setVisibility(of: Page, state: 'visible' | 'hidden'): Promise<void> {
  await of.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

function launchAddress(): string {
  return `${address}/games/chaba-blossom?${new URLSearchParams({ operator: 'chaba', token: wallet.launch(PLAYER), lang: 'th' })}`;
}

function assertBetween(value: number, least: number, most: number): void {
  assert.ok(value >= least && value <= most, `${value} is not between ${least} and ${most}`);
}

async function render(strokes: readonly Stroke[], set: SoundSet = 'wood', lengthS = 6): Promise<Samples> {
  const bytes = await page.evaluate(
    async ({ module, all, rate, count, soundSet }) => {
      const context = new OfflineAudioContext(1, count, rate);
      const instruments = new module.Instruments(context, soundSet);
      const play = (now: readonly Stroke[]): void => {
        for (const [, what, word] of now) (instruments[what] as (word: unknown) => void).call(instruments, word);
      };
      for (const [atS, now] of Map.groupBy(all, ([at]) => at)) {
        if (atS === 0) play(now);
        else void context.suspend(atS).then(() => (play(now), context.resume()));
      }
      const samples = (await context.startRendering()).getChannelData(0);
      let letters = '';
      for (const byte of new Uint8Array(samples.buffer)) letters += String.fromCharCode(byte);
      return btoa(letters);
    },
    { module: tones, all: strokes, rate: RATE, count: RATE * lengthS, soundSet: set },
  );
  return new Float32Array(new Uint8Array(Buffer.from(bytes, 'base64')).buffer);
}
