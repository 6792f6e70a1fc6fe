// Selects pictures and returns their addresses. The build renders the files; the folder name contains the hash of the
// drawings, so the files may be cached permanently.
//
// Always true: the same code gets the same picture. The catalogue keeps neighbours from looking alike.

import { palettes } from '@chaba/art/palettes';
import { computeHash } from '@chaba/art/random';

import type { PictureSource } from '#ui/picture';

import {
  bannerMotifs,
  categoryMotifs,
  liveMotifs,
  getMotifName,
  pokerMotifs,
  slotMotifs,
  TILE_FOLDER,
  tileMotifs,
  tradingMotifs,
  type Motif,
} from './designs.ts';

export type MotifCategory = keyof typeof categoryMotifs;

const motifsOf: Readonly<Record<MotifCategory, readonly Motif[]>> = {
  LIVECASINO: liveMotifs,
  EGAMES: slotMotifs,
  POKER: pokerMotifs,
  TRADING: tradingMotifs,
};

/** The square picture of a game or a provider, selected only by its code. */
function selectTilePicture(code: string, category: MotifCategory): PictureSource {
  const motifs = motifsOf[category];
  return getTilePicture(motifs[computeHash(code) % motifs.length] ?? ['rosette', 'sand']);
}

const TILE_ADDRESS = new RegExp(`^/${TILE_FOLDER}/([a-z]+-[a-z]+)\\.avif$`);
const motifsByName = new Map(tileMotifs.map((motif) => [getMotifName(motif), motif]));

/**
 * The picture at a catalogue address: one of ours in the size that fits, any other unchanged. Without an address the
 * code selects one.
 */
export function getCataloguePicture(img: string, code: string, category: MotifCategory): PictureSource {
  if (img === '') return selectTilePicture(code, category);
  const [, name = ''] = TILE_ADDRESS.exec(img) ?? [];
  const motif = motifsByName.get(name);
  if (motif) return getTilePicture(motif);
  return { src: img, colour: palettes.slate.sky[0], instead: selectTilePicture(code, category) };
}

/** The picture behind the text of a promotion, selected by its index in the list. */
export function getBannerPicture(index: number): PictureSource {
  const motif = bannerMotifs[index % bannerMotifs.length] ?? (['hibiscus', 'plum'] as const);
  return { src: `${__ART_BASE__}/banner-${getMotifName(motif)}.avif`, colour: palettes[motif[1]].sky[0] };
}

export function getCategoryPicture(category: MotifCategory): PictureSource {
  const motif = categoryMotifs[category];
  return { src: `${__ART_BASE__}/category-${getMotifName(motif)}.avif`, colour: palettes[motif[1]].sky[0] };
}

/** The large hibiscus of the house game on the home page. */
export const featurePicture: PictureSource = { src: `${__ART_BASE__}/feature.avif`, colour: palettes.plum.sky[0] };

/** The boat on the cashback card. */
export const cashbackPicture = getTilePicture(['boat', 'teal']);

/** The full-colour flower with nothing behind it, for a result. */
export const flowerPicture = `${__ART_BASE__}/flower.avif`;

/** One bow of lamps, 260 wide, to be repeated sideways. */
export const festoonPicture = `${__ART_BASE__}/festoon.svg`;

export const heroPictures = {
  phone: `${__ART_BASE__}/hero-phone.avif`,
  wide: `${__ART_BASE__}/hero-wide.avif`,
} as const;

function getTilePicture(motif: Motif): PictureSource {
  const file = `${__ART_BASE__}/tile-${getMotifName(motif)}`;
  return {
    src: `${file}-160.avif`,
    srcSet: `${file}-160.avif 160w, ${file}-320.avif 320w`,
    colour: palettes[motif[1]].sky[0],
  };
}
