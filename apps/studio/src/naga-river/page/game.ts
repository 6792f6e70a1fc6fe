// The page of naga-river.

import { naga } from '#studio/art/naga';
import { riverNight } from '#studio/art/river-night';
import { picture, pictureAddress } from '#studio/art/svg';
import { text as game } from '#studio/naga-river/game.text';
import { bitmapsOf } from '#studio/page/bitmaps';
import { el } from '#studio/page/dom';
import { GamePage } from '#studio/page/game-page';
import { ROUND_MS } from '#studio/slots/cabinet';

import { nagaText } from './page.text.ts';
import { makeStage } from './stage.ts';
import { drawings } from './symbols.ts';

const scene = innerWidth > 700 ? riverNight(1280, 800, 0.72) : riverNight(390, 430, 0.78);

const stage = makeStage(await bitmapsOf(drawings));
const page = new GamePage(
  {
    gameCode: 'naga-river',
    name: game.name,
    facts: nagaText.facts,
    play: nagaText.play,
    ready: nagaText.ready,
    roundMs: ROUND_MS,
    scene: [drawn('night', scene)],
    emblem: pictureAddress(picture(100, 100, naga())),
  },
  stage,
);
await page.start();

function drawn(className: string, svg: string): HTMLImageElement {
  return el('img', { class: className, src: pictureAddress(svg), alt: '' });
}
