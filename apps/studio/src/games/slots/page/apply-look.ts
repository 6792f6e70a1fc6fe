// Reads the definition of a title from its page, and applies its colours, frame and grid.

import type { SlotPage } from './slot-page.ts';

export function readSlotPage(): SlotPage {
  const text = document.querySelector('#slot-page')?.textContent ?? '';
  return JSON.parse(text) as SlotPage;
}

/** Applies the colours, frame and grid of a title to the page. */
export function applyLook({ title, colours }: SlotPage): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(colours)) style.setProperty(name, value);
  style.setProperty('--reels', String(title.grid.reels));
  style.setProperty('--grid-rows', String(title.grid.rows));
  dataset['frame'] = title.look.frame;
  dataset['grid'] = gridOf(title.grid);
}

function gridOf({ reels, rows }: SlotPage['title']['grid']): 'three' | 'five' | 'six' {
  if (reels === 3) return 'three';
  return reels === 5 && rows <= 4 ? 'five' : 'six';
}
