// The pages of the slot titles: one built page for all, with the definition, figures and look of a title in it.
//
// Always true: backdrops of a title are files named by their hash, so they can be cached permanently.
//
// Elsewhere: the built page (slots/page/), serving (pages.ts).

import { createHash } from 'node:crypto';

import { pictureAddress } from '@chaba/art/svg';

import { readCertificate } from './certificate.ts';
import { coloursOfTitle, layersOfTitle, composeSheet } from './look.ts';
import type { SlotPage } from './page/slot-page.ts';
import { slotTitles } from './titles/titles.ts';
import { titleNames } from './titles/titles.text.ts';

export type ComposedPages = {
  /** Pictures by file name. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Content of the head of each title's page, by game code. */
  readonly heads: ReadonlyMap<string, string>;
};

let composed: ComposedPages | undefined;

/** Composes the pages once in a process. */
export function composeSlotPages(): ComposedPages {
  composed ??= composePages();
  return composed;
}

function composePages(): ComposedPages {
  const pictures = new Map<string, string>();
  const heads = new Map<string, string>();
  for (const title of slotTitles) {
    const { gameCode } = title;
    const add = (svg: string): string => {
      const name = `${gameCode}-${createHash('sha256').update(svg).digest('hex').slice(0, 12)}.svg`;
      pictures.set(name, svg);
      return `/studio/assets/${name}`;
    };
    const layers = (isWide: boolean): SlotPage['layers']['phone'] =>
      layersOfTitle(title, isWide).map(({ className, svg }) => ({ className, address: add(svg) }));
    const { returnPercent, volatility, capTimes, simulated } = readCertificate(gameCode);
    const page: SlotPage = {
      title,
      name: titleNames[gameCode] ?? gameCode,
      figures: {
        returnPercent,
        volatility,
        capTimes,
        payingPercent: simulated.payingPercent,
        gainingPercent: simulated.gainingPercent,
        largest: simulated.largest,
        rounds: simulated.rounds,
      },
      // In the page itself: its few kilobytes take less time than a request of their own.
      sheet: pictureAddress(composeSheet(title)),
      layers: { phone: layers(false), desk: layers(true) },
      colours: coloursOfTitle(title),
    };
    const json = JSON.stringify(page).replaceAll('<', '\\u003c');
    heads.set(gameCode, `<script type="application/json" id="slot-page">${json}</script>`);
  }
  return { pictures, heads };
}
