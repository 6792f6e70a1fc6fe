// First screens of slot titles differ: those of all titles on a phone, compared by colour.
//
// A screen is compared above the panel, which all titles share, in 8 × 8 cells. Each cell has a bit for red, green and
// blue: brighter than the mean of the screen or not. The average hash of brightness (64 bits) is printed too; titles
// share the layout, so it does not separate palettes (decision 0060).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { baht } from '@chaba/money';

import { slotTitles } from '#studio/games/slots/titles/titles';
import { startFakeWallet } from '#studio/testing/fake-wallet';
import { buildPages } from '#ops/start/page-builds';
import { startStudio } from '#testing/product/studio-process';
import { openProcessLog } from '#server/testing/process-log';

import { openMobilePage } from '#testing/product/browser';

const SECRET = 'sandbox-secret';
const PLAYER = 'p-looks';
const SCREEN = { width: 360, height: 800 };
/** Height of the part above the panel. */
const UPPER = 520;
const CELLS = 8;
/** Of 192 bits. */
const BITS_APART = 24;

await buildPages(() => undefined, 'studio');
const wallet = await startFakeWallet(SECRET);
wallet.setBalance(PLAYER, baht(1_000));
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-looks-'));
const output = openProcessLog('sandbox');
const studio = await startStudio({ port, dataDir, walletUrl: wallet.url, secret: SECRET, output });
after(async () => {
  await studio.stop();
  await wallet.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('opens every title with a first screen of its own', async (t) => {
  const page = await openMobilePage({ viewport: SCREEN });
  const hashes = new Map<string, readonly boolean[]>();
  const averageHashes = new Map<string, readonly boolean[]>();
  for (const { gameCode } of slotTitles) {
    const query = new URLSearchParams({ operator: 'chaba', token: wallet.launch(PLAYER), lang: 'th' });
    await page.goto(`${address}/games/${gameCode}?${query}`);
    await page.locator('body[data-phase=ready]').waitFor();
    const clip = { x: 0, y: 0, width: SCREEN.width, height: UPPER };
    const means = await computeMeans(await page.screenshot({ clip }));
    hashes.set(gameCode, computeHash(means));
    averageHashes.set(gameCode, computeHash(means.map((cell) => [computeBrightness(cell)])));
  }
  const pairs = comparePairs(hashes);
  t.diagnostic(`colour, of 192 bits: ${describeNearest(pairs)}`);
  t.diagnostic(`brightness, of 64 bits: ${describeNearest(comparePairs(averageHashes))}`);
  assert.equal(pairs.length, (slotTitles.length * (slotTitles.length - 1)) / 2);
  assert.deepEqual(
    pairs.filter(({ apart }) => apart < BITS_APART),
    [],
  );
  // The comparison finds a screen that is shown twice.
  const [same = []] = hashes.values();
  assert.equal(countApart(same, same), 0);

  /** The mean red, green and blue of each cell. */
  async function computeMeans(png: Buffer): Promise<number[][]> {
    return page.evaluate(
      async ([source, cells]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('expected a canvas');
        context.drawImage(image, 0, 0);
        const [wide, high] = [image.width / cells, image.height / cells];
        return Array.from({ length: cells * cells }, (_, cell) => {
          const [x, y] = [(cell % cells) * wide, Math.floor(cell / cells) * high];
          const { data } = context.getImageData(x, y, wide, high);
          return [0, 1, 2].map((channel) => {
            let sum = 0;
            for (let at = channel; at < data.length; at += 4) sum += data[at] ?? 0;
            return (sum * 4) / data.length;
          });
        });
      },
      [`data:image/png;base64,${png.toString('base64')}`, CELLS] as const,
    );
  }
});

type Pair = { readonly pair: string; readonly apart: number };

function comparePairs(hashes: ReadonlyMap<string, readonly boolean[]>): Pair[] {
  return [...hashes].flatMap(([one, bits], index) =>
    [...hashes]
      .slice(index + 1)
      .map(([other, others]) => ({ pair: `${one} ${other}`, apart: countApart(bits, others) })),
  );
}

function describeNearest(pairs: readonly Pair[]): string {
  const [nearest] = pairs.toSorted((one, other) => one.apart - other.apart);
  return `at least ${nearest?.apart} apart (${nearest?.pair})`;
}

/** Brightness of a mean colour (ITU-R BT.601). */
function computeBrightness([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

function computeHash(means: readonly (readonly number[])[]): readonly boolean[] {
  const all = means.flat();
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  return all.map((value) => value >= mean);
}

function countApart(one: readonly boolean[], other: readonly boolean[]): number {
  return one.filter((bit, index) => bit !== other[index]).length;
}
