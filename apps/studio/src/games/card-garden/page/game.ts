// The page of card-garden.

import { hibiscus } from '@chaba/art/flowers';
import { gardenNight } from '@chaba/art/garden-night';
import { picture, pictureAddress } from '@chaba/art/svg';

import { text as game } from '#studio/games/card-garden/game.text';
import { el, icons } from '#studio/page-kit/dom';
import { GamePage } from '#studio/page-kit/game-page';

import { cardText } from './page.text.ts';
import { createStage } from './stage.ts';

const scene = innerWidth > 700 ? gardenNight(1280, 800) : gardenNight(390, 430);

const page = new GamePage(
  {
    gameCode: 'card-garden',
    name: game.name,
    facts: cardText.facts,
    play: cardText.play,
    playOn: cardText.playOn,
    playIcon: icons.cards,
    ready: cardText.ready,
    scene: [el('img', { class: 'night', src: pictureAddress(scene), alt: '' })],
    emblem: pictureAddress(picture(100, 100, hibiscus())),
  },
  createStage(),
);
await page.start();
