// The labels of the wheels: each stands in its own sector, apart from its neighbours.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawWheel, fieldsWheel, rouletteWheel } from './wheel-picture.ts';

/** Widths and height of bold letters of Arial, in parts of the font size. */
const DIGIT_WIDTH = 0.556;
const TIMES_WIDTH = 0.584;
const CAP_HEIGHT = 0.716;
/** Half of the line between two sectors. */
const LINE = 0.4;
/** Gaps between neighbours in parts of the font size: a space is 0.28 of it. */
const LINE_GAP = 0.5;
const ACROSS_GAP = 0.25;
const [MIDDLE, INNER, OUTER] = [150, 66, 140];

type Point = readonly [x: number, y: number];

/** The corners of each label as it is drawn, with the turns of its element applied, the last one first. */
function listLabels(picture: string): { readonly label: string; readonly corners: readonly Point[] }[] {
  const svg = decodeURIComponent(picture.slice(picture.indexOf(',') + 1));
  return [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" transform="([^"]+)".*?font-size="([\d.]+)".*?>(.+?)</g)].map(
    ([, x = '', y = '', transform = '', size = '', label = '']) => {
      const width = [...label].reduce((sum, sign) => sum + (sign === '×' ? TIMES_WIDTH : DIGIT_WIDTH), 0);
      const [half, height] = [(width * Number(size)) / 2, CAP_HEIGHT * Number(size)];
      const box: readonly Point[] = [
        [Number(x) - half, Number(y)],
        [Number(x) + half, Number(y)],
        [Number(x) + half, Number(y) - height],
        [Number(x) - half, Number(y) - height],
      ];
      const turns = [...transform.matchAll(/rotate\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
        ([, degrees, cx, cy]) => [Number(degrees), Number(cx), Number(cy)] as const,
      );
      return { label, corners: box.map((corner) => turns.reduceRight(turn, corner)) };
    },
  );
}

function turn([x, y]: Point, [degrees, cx, cy]: readonly [number, number, number]): Point {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - cx, y - cy];
  return [cx + dx * Math.cos(angle) - dy * Math.sin(angle), cy + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

/** Labels with a corner beyond the lines of their sector. */
function listWide(wheel: typeof rouletteWheel): string[] {
  const labels = listLabels(drawWheel(wheel));
  assert.deepEqual(
    labels.map(({ label }) => label),
    wheel.sectors.map(({ label }) => label),
  );
  const half = Math.PI / labels.length;
  return labels.flatMap(({ label, corners }, index) => {
    const isInside = corners.every(([x, y]) => {
      const radius = Math.hypot(x - MIDDLE, y - MIDDLE);
      const angle = Math.atan2(x - MIDDLE, MIDDLE - y) - index * 2 * half;
      const fromCentre = Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));
      return radius > INNER + LINE && radius < OUTER - LINE && radius * Math.sin(half - fromCentre) > LINE;
    });
    return isInside ? [] : [`${index}: ${label}`];
  });
}

/** Neighbours that can be read as one number: too near on one line of reading, or across it. */
function listNear(wheel: typeof rouletteWheel): string[] {
  const labels = listLabels(drawWheel(wheel));
  return labels.flatMap(({ label, corners }, index) => {
    const next = labels[(index + 1) % labels.length] ?? assert.fail('no label');
    const gap = findDistance(corners, next.corners) / wheel.size;
    return gap < (isOnOneLine(corners, next.corners) ? LINE_GAP : ACROSS_GAP) ? [`${label} ${next.label}`] : [];
  });
}

/** Whether the second label follows in the direction of reading of the first. */
function isOnOneLine(one: readonly Point[], other: readonly Point[]): boolean {
  const [start = [0, 0], end = [0, 0]] = one;
  const [[x, y], [otherX, otherY]] = [findCentre(one), findCentre(other)];
  const [reading, between] = [Math.atan2(end[1] - start[1], end[0] - start[0]), Math.atan2(otherY - y, otherX - x)];
  return Math.abs(Math.cos(reading - between)) > Math.SQRT1_2;
}

const findCentre = (corners: readonly Point[]): Point => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** The distance of two boxes that do not overlap. */
function findDistance(one: readonly Point[], other: readonly Point[]): number {
  const toSides = (corners: readonly Point[], sides: readonly Point[]): number[] =>
    corners.flatMap((corner) =>
      sides.map((from, index) => findDistanceToSide(corner, from, sides[(index + 1) % sides.length] ?? from)),
    );
  return Math.min(...toSides(one, other), ...toSides(other, one));
}

function findDistanceToSide([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const share = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy);
}

test('draws each number of the wheel of fields inside its sector', () => {
  assert.deepEqual(listWide(fieldsWheel), []);
  assert.deepEqual(listNear(fieldsWheel), []);
  const labels = new Set(fieldsWheel.sectors.map(({ label }) => label));
  assert.deepEqual(labels, new Set(['1', '2', '4', '9', '18', '38', '×2', '×10']));
});

test('draws each number of the roulette wheel inside its sector', () => {
  assert.deepEqual(listWide(rouletteWheel), []);
  assert.deepEqual(listNear(rouletteWheel), []);
});

test('finds labels that are too large for their sectors, and neighbours that read as one number', () => {
  assert.equal(listWide({ ...fieldsWheel, size: 20 }).length, fieldsWheel.sectors.length);
  assert.ok(listWide({ ...rouletteWheel, size: 22 }).length > rouletteWheel.sectors.length / 2);
  // Forty sectors have labels across the radius: two digits beside each other are one number of four.
  const crowded = { size: 14, sectors: Array.from({ length: 40 }, () => ({ label: '18', colour: '#000' })) };
  assert.equal(listNear(crowded).length, 40);
});
