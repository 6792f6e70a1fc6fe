import assert from 'node:assert/strict';
import test from 'node:test';

import { type DrawingName, drawings } from './drawings.ts';
import { flowerMark, markPresets } from './flower-mark.ts';
import { gardenNight } from './garden-night.ts';
import { kiteSky } from './kite-sky.ts';
import { nightMarket } from './night-market.ts';
import { palettes, ruby, teal } from './palettes.ts';
import { patternNames } from './patterns.ts';
import { petalButton } from './petal-button.ts';
import { radial } from './svg.ts';
import { tile } from './tile.ts';
import { layersOf, motifs, type WorldName } from './worlds.ts';

const names = Object.keys(drawings) as DrawingName[];
const worlds = Object.keys(motifs) as WorldName[];

/** Faults of a drawing: invalid numbers, unclosed elements, ids that are used or defined wrongly. */
function findFaults(svg: string): string[] {
  const defined = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  const used = [...svg.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map(([, url, href]) => url ?? href ?? '');
  const open: string[] = [];
  for (const [, slash, name = '', end] of svg.matchAll(/<(\/?)([A-Za-z]+)[^>]*?(\/?)>/g)) {
    if (slash) assert.equal(open.pop(), name);
    else if (!end) open.push(name);
  }
  return [
    ...(svg.match(/undefined|NaN|Infinity|\[object/g) ?? []),
    ...open.map((name) => `<${name}> is not closed`),
    ...used.filter((id) => !defined.includes(id)).map((id) => `#${id} is not defined`),
    ...defined.filter((id) => !used.includes(id)).map((id) => `#${id} is not used`),
    // A gradient over the shape paints nothing on a line without area.
    ...[...svg.matchAll(/<path d="(M[\d. -]+[HVhv]-?[\d.]+)"[^>]*stroke="url/g)].map(
      ([, line]) => `${line} has no area`,
    ),
  ];
}

test('draws every drawing in its own colours and in every palette', () => {
  for (const name of names) {
    const own = drawings[name]();
    assert.equal(drawings[name](), own);
    for (const palette of Object.values(palettes)) assert.deepEqual(findFaults(drawings[name](palette)), [], name);
  }
});

test('defines no id in two drawings, so that a sheet can hold them all', () => {
  const owners = new Map<string, string>();
  for (const name of names) {
    for (const [, id = ''] of drawings[name]().matchAll(/ id="([^"]+)"/g)) {
      assert.equal(owners.get(id), undefined, `#${id} of ${name}`);
      owners.set(id, name);
    }
  }
  assert.ok(owners.size > names.length);
});

test('draws the motif of a world in the requested palette', () => {
  // The mango keeps its own colour in every palette.
  const coloured = Object.values(motifs).filter((name) => name !== 'mango');
  for (const name of coloured) assert.notEqual(drawings[name](ruby), drawings[name](teal), name);
});

test('draws each world for phone and desktop, the same for the same seed, and another in another palette', () => {
  for (const world of worlds) {
    for (const isWide of [false, true]) {
      const view = { palette: ruby, isWide, horizon: 0.5, seed: 7 };
      const [layer, ...others] = layersOf(world, view).map(({ svg }) => svg);
      assert.ok(layer);
      for (const svg of [layer, ...others]) assert.deepEqual(findFaults(svg), [], world);
      assert.equal(layersOf(world, view)[0]?.svg, layer);
      assert.notEqual(layersOf(world, { ...view, palette: teal })[0]?.svg, layer, world);
      assert.notEqual(layersOf(world, { ...view, seed: 9 })[0]?.svg, layer, world);
    }
  }
});

test('draws tiles with each pattern, and another picture for another seed', () => {
  for (const pattern of patternNames) {
    const design = { palette: 'plum', drawing: 'dice', pattern } as const;
    const drawn = Array.from({ length: 20 }, (_, index) => tile({ ...design, seed: `${index}` }));
    assert.equal(new Set(drawn).size, 20);
    for (const svg of drawn) assert.deepEqual(findFaults(svg), []);
  }
});

test('draws the marks, the button and the scenes without faults', () => {
  const moon = { x: 100, y: 90, radius: 30 };
  const strings = { upper: 0.2, lower: 0.3, lowerFrom: 100 };
  const market = { width: 390, height: 600, ground: 0.9, moon, stallWidth: 150, seed: 'one' };
  const pictures = [
    ...markPresets.flatMap((preset) => [flowerMark(preset), flowerMark(preset, 0.5, { radius: 22 })]),
    petalButton(),
    gardenNight(390, 430),
    kiteSky(640, 320),
    nightMarket(market),
    nightMarket({ ...market, strings, lanterns: [{ x: 48, y: 356, scale: 0.52 }], fade: 0.07 }),
  ];
  for (const svg of pictures) assert.deepEqual(findFaults(svg), []);
  assert.equal(new Set(pictures).size, pictures.length);
});

test('rejects a gradient stop that it cannot read', () => {
  assert.match(
    radial('one', ['#fff', '#000 30% /.5', '#111'], 0, 0, 1),
    /offset="0.3" stop-color="#000" stop-opacity=".5"/,
  );
  assert.throws(() => radial('one', ['#fff', '#000 30'], 0, 0, 1), /expected "colour place% \/opacity", got "#000 30"/);
});

test('finds planted faults', () => {
  const planted = '<svg><defs><g id="a"></g></defs><path d="M1 2H9" stroke="url(#b)" r="NaN"/>';
  assert.deepEqual(findFaults(planted), [
    'NaN',
    '<svg> is not closed',
    '#b is not defined',
    '#a is not used',
    'M1 2H9 has no area',
  ]);
});
