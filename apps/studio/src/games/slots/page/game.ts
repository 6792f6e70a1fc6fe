// The page of every slot title.

import { cutSheet } from '#studio/page-kit/bitmaps';
import { el } from '#studio/page-kit/dom';
import { GamePage, openSession } from '#studio/page-kit/game-page';
import { countPlaces, mechanicOf } from '#studio/games/slots/title';

import { ROUND_MS } from './cabinet.ts';
import { slotText } from './page.text.ts';
import { applyLook, readSlotPage } from './apply-look.ts';
import { SHEET, type SlotPage } from './slot-page.ts';
import { createStage } from './stage.ts';

const page = readSlotPage();
const opening = openSession(page.title.gameCode);
applyLook(page);
const letters = Object.keys(page.title.look.symbols);
const images = await cutSheet(page.sheet, letters, SHEET);
const layers = innerWidth > 700 ? page.layers.desk : page.layers.phone;
const scene = layers.map(({ className }) => el('img', { class: className, alt: '' }));
// The backdrop is fetched after the first paint.
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const [index, { address }] of layers.entries()) scene[index]?.setAttribute('src', address);
  }),
);

await new GamePage(
  {
    gameCode: page.title.gameCode,
    name: page.name,
    facts: (_lines, percent) => slotText.rtp(placesOf(page), percent),
    play: slotText.play,
    ready: slotText.ready,
    roundMs: ROUND_MS,
    scene,
    emblem: images[letters[0] ?? ''] ?? '',
    sound: page.title.look.sound,
  },
  createStage(page, images),
  opening,
).start();

function placesOf({ title }: SlotPage): string {
  const count = countPlaces(title);
  const mechanic = mechanicOf(title);
  if (mechanic === 'anywhere' || mechanic === 'cluster') return slotText[mechanic];
  if (title.pays.kind === 'lines') return slotText.lines(count);
  const ways = count.toLocaleString('en');
  return mechanic === 'variableWays' ? slotText.waysUpTo(ways) : slotText.ways(ways);
}
