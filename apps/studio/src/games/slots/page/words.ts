// The parts of a round in words and baht.

import { drawingNames } from '@chaba/art/drawings.text';
import { formatBaht, type Money, money } from '@chaba/money';

import type { Win } from '#studio/games/slots/board';
import type { SlotRound, Scene } from '#studio/games/slots/play';
import { featureOf, type Letter, PARTS_OF_STAKE, type SlotTitle } from '#studio/games/slots/title';

import { slotText } from './page.text.ts';

/** Exact, because every stake is a whole number of its hundredths. */
export function computePart(stake: Money, hundredths: number): Money {
  return money((stake / BigInt(PARTS_OF_STAKE)) * BigInt(hundredths));
}

export function formatPart(stake: Money, hundredths: number): string {
  return formatBaht(computePart(stake, hundredths));
}

export function getSymbolName({ look }: SlotTitle, letter: Letter): string {
  const drawing = look.symbols[letter];
  return drawing === undefined ? '' : drawingNames[drawing];
}

export function winWords(title: SlotTitle, win: Win, stake: Money): string {
  const [name, amount] = [getSymbolName(title, win.letter), formatPart(stake, win.pay)];
  if (win.line !== undefined) return slotText.lineDetail(win.line + 1, name, win.count, amount);
  if (win.ways !== undefined) return slotText.wayDetail(name, win.count, win.ways, amount);
  return slotText.groupDetail(name, win.count, amount);
}

/** Every part of the round that paid or granted something. */
export function roundWords(title: SlotTitle, { scenes }: SlotRound, stake: Money): string[] {
  const isCascade = scenes.filter(({ kind }) => kind === 'window').length > 1;
  let step = 0;
  return scenes.flatMap((scene) => {
    if (scene.kind !== 'window') return sceneWords(title, scene, stake);
    step += 1;
    const words = scene.wins.map((win) => winWords(title, win, stake));
    return isCascade ? words.map((each) => slotText.stepDetail(step, scene.times, each)) : words;
  });
}

function sceneWords(title: SlotTitle, scene: Exclude<Scene, { kind: 'window' }>, stake: Money): string[] {
  switch (scene.kind) {
    case 'drops':
      return [slotText.dropsDetail(scene.times, formatPart(stake, scene.pay))];
    case 'scatter': {
      const name = getSymbolName(title, letterOf(title, 'freeSpins'));
      return [
        ...(scene.pay > 0 ? [slotText.scatterDetail(name, scene.count, formatPart(stake, scene.pay))] : []),
        ...(scene.freeSpins > 0 ? [slotText.freeDetail(name, scene.count, scene.freeSpins)] : []),
      ];
    }
    case 'hold': {
      const coins = scene.steps.at(-1)?.values.filter((value) => value > 0).length ?? 0;
      return [
        slotText.holdDetail(getSymbolName(title, letterOf(title, 'holdAndSpin')), coins, formatPart(stake, scene.pay)),
      ];
    }
    case 'special':
      return [slotText.special(getSymbolName(title, scene.letter))];
    case 'book':
      return [
        slotText.bookDetail(getSymbolName(title, scene.letter), scene.reels.length, formatPart(stake, scene.pay)),
      ];
  }
}

/** The letter that starts a feature; empty without it. */
export function letterOf(title: SlotTitle, kind: 'freeSpins' | 'holdAndSpin'): Letter {
  return featureOf(title, kind)?.letter ?? '';
}
