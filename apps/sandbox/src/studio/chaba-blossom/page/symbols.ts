// The slot's symbols as images: drawn once as vectors, turned into bitmaps once, so that a turning reel
// only moves finished pictures.

import { boat } from '#studio/art/boat';
import { elephant } from '#studio/art/elephant';
import { fan } from '#studio/art/fan';
import { hibiscus } from '#studio/art/hibiscus';
import { lantern } from '#studio/art/lantern';
import { lotus } from '#studio/art/lotus';
import { mango } from '#studio/art/mango';
import { picture, pictureAddress } from '#studio/art/svg';
import { tuktuk } from '#studio/art/tuktuk';
import { SYMBOLS, type SlotSymbol } from '#studio/chaba-blossom/maths';

const drawings: Readonly<Record<SlotSymbol, () => string>> = {
  hibiscus,
  elephant,
  boat,
  tuktuk,
  lotus,
  fan,
  mango,
  lantern,
};

/** Sharp up to 72 CSS pixels on a phone of three device pixels, and 110 on a desktop of two. */
const BITMAP_SIZE = 220;

export type SymbolImages = Readonly<Record<SlotSymbol, string>>;

/** Image addresses of every symbol. */
export async function loadSymbols(): Promise<SymbolImages> {
  const pairs = await Promise.all(SYMBOLS.map(async (symbol) => [symbol, await bitmapOf(symbol)] as const));
  return Object.fromEntries(pairs) as Record<SlotSymbol, string>;
}

function vectorOf(symbol: SlotSymbol): string {
  const content = `<svg x="4" y="4" width="92" height="92" viewBox="0 0 100 100" overflow="visible">${drawings[symbol]()}</svg>`;
  return pictureAddress(picture(100, 100, content));
}

async function bitmapOf(symbol: SlotSymbol): Promise<string> {
  const address = vectorOf(symbol);
  const image = new Image(BITMAP_SIZE, BITMAP_SIZE);
  image.src = address;
  await image.decode();

  const canvas = document.createElement('canvas');
  canvas.width = BITMAP_SIZE;
  canvas.height = BITMAP_SIZE;
  const drawing = canvas.getContext('2d');
  if (!drawing) return address;
  drawing.shadowColor = 'rgb(0 0 0 / 0.45)';
  drawing.shadowBlur = BITMAP_SIZE / 18;
  drawing.shadowOffsetY = BITMAP_SIZE / 30;
  drawing.drawImage(image, 0, 0, BITMAP_SIZE, BITMAP_SIZE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return blob ? URL.createObjectURL(blob) : address;
}
