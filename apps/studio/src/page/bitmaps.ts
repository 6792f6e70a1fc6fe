// Drawings as images: drawn once as vectors, turned into bitmaps once, so that what moves is a finished picture.

import { picture, pictureAddress } from '#studio/art/svg';

/** Sharp up to 72 CSS pixels on a phone of three device pixels, and 110 on a desktop of two. */
const BITMAP_SIZE = 220;
/** An image that somebody holds is known to the browser: who takes its address shows it at once. */
const held: HTMLImageElement[] = [];

export type Images = Readonly<Record<string, string>>;

/** Image addresses of drawings of 100 by 100 units, by their names. */
export async function bitmapsOf(drawings: Readonly<Record<string, () => string>>): Promise<Images> {
  const pairs = await Promise.all(
    Object.entries(drawings).map(async ([name, draw]) => [name, await bitmapOf(draw())] as const),
  );
  return Object.fromEntries(pairs);
}

async function bitmapOf(drawing: string): Promise<string> {
  const content = `<svg x="4" y="4" width="92" height="92" viewBox="0 0 100 100" overflow="visible">${drawing}</svg>`;
  const address = pictureAddress(picture(100, 100, content));
  const image = new Image(BITMAP_SIZE, BITMAP_SIZE);
  image.src = address;
  await image.decode();

  const canvas = document.createElement('canvas');
  canvas.width = BITMAP_SIZE;
  canvas.height = BITMAP_SIZE;
  const context = canvas.getContext('2d');
  if (!context) return address;
  context.shadowColor = 'rgb(0 0 0 / 0.45)';
  context.shadowBlur = BITMAP_SIZE / 18;
  context.shadowOffsetY = BITMAP_SIZE / 30;
  context.drawImage(image, 0, 0, BITMAP_SIZE, BITMAP_SIZE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) return address;
  const bitmap = new Image(BITMAP_SIZE, BITMAP_SIZE);
  bitmap.src = URL.createObjectURL(blob);
  await bitmap.decode();
  held.push(bitmap);
  return bitmap.src;
}
