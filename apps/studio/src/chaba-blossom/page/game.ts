// The page of chaba-blossom.

import { festoon } from '#studio/art/festoon';
import { hibiscus } from '#studio/art/hibiscus';
import { nightMarket } from '#studio/art/night-market';
import { picture, pictureAddress } from '#studio/art/svg';
import { text as game } from '#studio/chaba-blossom/game.text';
import { bitmapsOf } from '#studio/page/bitmaps';
import { el } from '#studio/page/dom';
import { GamePage } from '#studio/page/game-page';
import { ROUND_MS } from '#studio/slots/cabinet';

import { blossomText } from './page.text.ts';
import { makeStage } from './stage.ts';
import { drawings } from './symbols.ts';

const isWide = innerWidth > 700;
const scene = isWide
  ? { width: 1280, height: 800, ground: 0.8, moon: { x: 990, y: 130, radius: 54 } }
  : { width: 390, height: 430, ground: 0.94, moon: { x: 312, y: 84, radius: 26 } };

const stage = makeStage(await bitmapsOf(drawings));
const page = new GamePage(
  {
    gameCode: 'chaba-blossom',
    name: game.name,
    facts: blossomText.facts,
    play: blossomText.play,
    ready: blossomText.ready,
    roundMs: ROUND_MS,
    scene: [
      drawn('night', nightMarket(scene)),
      drawn('lamps first', festoon(scene.width, isWide ? 26 : 20, 9, 1)),
      drawn('lamps second', festoon(scene.width, isWide ? 20 : 14, 12, 2)),
    ],
    emblem: pictureAddress(picture(100, 100, hibiscus())),
  },
  stage,
);
await page.start();

function drawn(className: string, svg: string): HTMLImageElement {
  return el('img', { class: className, src: pictureAddress(svg), alt: '' });
}
