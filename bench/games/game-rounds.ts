// The rounds that the page of a game is measured with: the heaviest feature of each mechanic of the slots, a hand of
// the cards, and a round of a shared table.
//
// Elsewhere: wanted draws (testing/product/slot-draws.ts), frames and work (frames.ts).

import type { Page } from 'playwright-core';

import { grantFreeSpins } from '#testing/product/determinism';
import { chooseNonce, type DrawNext } from '#testing/product/slot-draws';
import { tableRules } from '#studio/games/tables/rules/all';
import type { Scene, SlotRound } from '#studio/games/slots/play';

type Wanted = (round: SlotRound, drawNext: DrawNext) => boolean;
type Kind = Scene['kind'];
type SceneOf<Name extends Kind> = Extract<Scene, { readonly kind: Name }>;

/** Parts of the stake from which a gain is large: its banner and petals come with it. */
const LARGE = 1_000;
const scenesOf = <Name extends Kind>({ scenes }: SlotRound, kind: Name): SceneOf<Name>[] =>
  scenes.filter((scene): scene is SceneOf<Name> => scene.kind === kind);
const isCascade = (round: SlotRound, windows: number): boolean =>
  round.freeSpins === 0 && scenesOf(round, 'window').length >= windows;

/** The title with the most cells of each mechanic, its round that moves most, and the free spin that it grants. */
const HEAVIEST: Readonly<Record<string, Wanted>> = {
  // Free spins are granted, and the first one has a large gain.
  'chang-khabuan': ({ freeSpins, carry }, drawNext) => freeSpins > 0 && drawNext(true, carry).pay >= LARGE,
  'khom-loi-fa': (round) => isCascade(round, 6),
  'chang-khon-thong': (round) =>
    scenesOf(round, 'hold').some(({ steps }) => (steps.at(-1)?.values ?? []).filter((value) => value > 0).length > 9),
  // A free spin with all 42 cells.
  'duean-phan-thang': (_round, drawNext) =>
    scenesOf(drawNext(true), 'window').some(({ cells, pay }) => cells.flat().length === 42 && pay > 100),
  'suan-mamuang': (round) => isCascade(round, 5) && scenesOf(round, 'drops').length > 0,
  'bua-ban': (round) => isCascade(round, 6),
  // The book fills three reels in the free spin.
  'taphian-tamra': ({ freeSpins, carry }, drawNext) =>
    freeSpins > 0 && scenesOf(drawNext(true, carry), 'book').some(({ reels }) => reels.length >= 3),
  'sam-lo-sam-khan': ({ pay }) => pay >= LARGE,
};

type Table = { readonly tap: string; readonly begun: string; readonly over: string };
/** Shared tables: the element to tap, the element that confirms it, and the element at the end of the round. */
const TABLES: Readonly<Record<string, Table>> = {
  ...Object.fromEntries(
    tableRules.map(({ gameCode }) => [gameCode, { tap: '.spot', begun: '.small-chip', over: '.phase.told' }]),
  ),
  trading: { tap: '.way.up', begun: '.trades .up', over: '.trades li:not(.up)' },
};
/** Duration of the result's animation. */
const SHOWN_MS = 1_500;

export const GAMES: readonly string[] = [...Object.keys(HEAVIEST), 'card-garden', ...Object.keys(TABLES)];

export function isSlot(gameCode: string): boolean {
  return gameCode in HEAVIEST;
}

export function isTable(gameCode: string): boolean {
  return gameCode in TABLES;
}

/** Taps a place of a table by its coordinates: the driver's own click would add its scripts to the page's work. */
export async function tap(page: Page, gameCode: string): Promise<void> {
  const spot = page.locator(TABLES[gameCode]?.tap ?? '').first();
  await spot.scrollIntoViewIfNeeded();
  const box = await spot.boundingBox();
  if (!box) throw new Error(`${gameCode} has no place to tap`);
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...place);
  await page.mouse.click(...place);
}

/** Makes the heaviest round the next one of the newest session; other games draw as they do. */
export function chooseHeaviest(dataDir: string, gameCode: string): void {
  const isWanted = HEAVIEST[gameCode];
  if (!isWanted) return;
  const { freeSpins } = chooseNonce(dataDir, gameCode, isWanted);
  grantFreeSpins(dataDir, freeSpins > 0 || gameCode === 'duean-phan-thang' ? 1 : 0);
}

/** Makes a round of one window, without a feature, the next one. */
export function choosePlain(dataDir: string, gameCode: string): void {
  chooseNonce(dataDir, gameCode, ({ scenes, freeSpins }) => scenes.length === 1 && freeSpins === 0);
  grantFreeSpins(dataDir, 0);
}

/** One round with its free spin, from the tap to the end of the result's animation. */
export async function playRound(page: Page, gameCode: string): Promise<void> {
  const table = TABLES[gameCode];
  if (table) {
    await waitForNextRound(page, gameCode);
    await tap(page, gameCode);
    await page.locator(table.begun).first().waitFor();
    await page.locator(table.over).waitFor();
  } else {
    await page.keyboard.press('Space');
    await page.locator('body[data-phase=playing]').waitFor();
    await page.locator('body[data-phase=ready]:not(.free), body[data-phase=choosing]').waitFor();
  }
  await page.waitForTimeout(SHOWN_MS);
}

export async function waitForNextRound(page: Page, gameCode: string): Promise<void> {
  if (isTable(gameCode)) await page.locator('body[data-phase=open]').waitFor();
}
