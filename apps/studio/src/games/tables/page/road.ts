// The road of a table: results of the last rounds, newest right, and their statistics with the expected shares.

import { el } from '#studio/page-kit/dom';
import type { RoundTableOnWire, StatedOnWire } from '#studio/wire/round-wire';
import type { TableWords } from '#studio/games/tables/rules/words.text';
import type { TableRules } from '#studio/games/tables/table-rules';

import { faceAddress } from './faces.ts';
import type { Layout } from './layouts.ts';
import { text } from './rounds.text.ts';

type RoadMark = readonly string[];

const ROWS = 6;
const LOW_ROWS = 4;
const BEAD_COLUMNS = 6;
const WIDE_COLUMNS = 26;
const RING_COLUMNS = 30;
const NUMBERS_SHOWN = 20;
const PICTURES = ['tiger', 'gourd', 'rooster', 'fish', 'crab', 'shrimp'];

export type Road = { readonly root: HTMLElement; show(state: RoundTableOnWire, marks: readonly RoadMark[]): void };

export function openRoad(
  { gameCode, road: { kind }, draw }: TableRules<unknown>,
  words: TableWords,
  layout: Layout,
  statistics: HTMLElement,
): Road {
  const head = el('p', { class: 'road-hand' });
  const sheet = el('div', { class: `roads ${kind} ${gameCode}`, role: 'img' });
  const root = el('div', { class: 'road-box' }, el('div', { class: 'road-head' }, head, statistics), sheet);
  const bead = (mark: RoadMark, shape: string, isWorded = true): HTMLElement => {
    const [name = '', ...more] = mark;
    const flags = more.map((flag) => `has-${flag.replaceAll(/\W/g, '-')}`).join(' ');
    return el(
      'i',
      { class: `${shape} tone-${layout.tones[name] ?? 'violet'} ${flags}` },
      isWorded ? words.bead(mark) : '',
    );
  };
  return {
    root,
    show({ round, players, watchers }, marks) {
      const place = round ? text.round(draw === 'shoe' ? text.shoe : text.chain, round.sourceNo, round.roundNo) : '';
      const company = [
        ...(players > 1 ? [text.players(players)] : []),
        ...(watchers === undefined ? [] : [text.watchers(watchers)]),
      ];
      head.textContent = [place, ...company].filter(Boolean).join(' · ');
      sheet.setAttribute(
        'aria-label',
        text.roadSummary(
          marks
            .slice(-NUMBERS_SHOWN)
            .map((mark) => words.result(mark))
            .join(', '),
        ),
      );
      const newest = marks.slice(-NUMBERS_SHOWN);
      const shown = {
        numbers: () => newest.map((mark) => (gameCode === 'nam-tao' ? pictureColumn(mark) : bead(mark, 'number-mark'))),
        beads: () => [plate(marks, WIDE_COLUMNS, LOW_ROWS, bead)],
        runs: () => [plate(marks, BEAD_COLUMNS, ROWS, bead), runs(marks, bead)],
      };
      sheet.replaceChildren(...shown[kind]());
    },
  };
}

type Bead = (mark: RoadMark, shape: string, isWorded?: boolean) => HTMLElement;

function plate(marks: readonly RoadMark[], columns: number, rows: number, bead: Bead): HTMLElement {
  const left = Math.max(0, Math.ceil(marks.length / rows) - columns) * rows;
  return el('div', { class: 'bead-plate' }, ...marks.slice(left).map((mark) => bead(mark, 'bead')));
}

/** A column for each run; ties are a stroke on the winner before them. */
function runs(marks: readonly RoadMark[], bead: Bead): HTMLElement {
  const columns: RoadMark[][] = [];
  const tied = new Set<RoadMark>();
  for (const mark of marks) {
    const last = columns.at(-1)?.at(-1);
    if (mark[0] === 'tie') {
      if (last) tied.add(last);
    } else if (last?.[0] === mark[0]) columns.at(-1)?.push(mark);
    else columns.push([mark]);
  }
  return el(
    'div',
    { class: 'big-road' },
    ...columns
      .slice(-RING_COLUMNS)
      .map((column) =>
        el(
          'div',
          { class: 'run' },
          ...column.slice(-ROWS).map((mark) => bead(mark, tied.has(mark) ? 'ring tied' : 'ring', false)),
        ),
      ),
  );
}

function pictureColumn([, ...faces]: RoadMark): HTMLElement {
  const images = faces.map((face) => el('img', { src: faceAddress(PICTURES.indexOf(face) + 1, true), alt: '' }));
  return el('span', { class: 'picture-column' }, ...images);
}

/** Counts of the last hundred rounds with the probability of each result. */
export function statisticsSheet(
  words: TableWords,
  layout: Layout,
  counts: Readonly<Record<string, number>>,
  stated: StatedOnWire | undefined,
): HTMLElement {
  const rounds = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows = Object.entries(stated?.shares ?? {}).map(([name, share]) => {
    const count = counts[name] ?? 0;
    const percent = rounds === 0 ? 0 : Math.round((count * 1_000) / rounds) / 10;
    const bar = el('span', { class: `share-bar tone-${layout.tones[name] ?? 'violet'}` }, el('i', {}), el('b', {}));
    bar.style.setProperty('--seen', String(percent));
    bar.style.setProperty('--expected', share);
    return el(
      'li',
      {},
      el('strong', {}, words.share(name)),
      el('span', {}, text.seen(count, String(percent))),
      el('span', { class: 'hint' }, text.expected(share)),
      bar,
    );
  });
  return el(
    'div',
    { class: 'statistics' },
    el('p', {}, text.statisticsOf(rounds)),
    el('ul', {}, ...rows),
    el('p', { class: 'no-memory' }, text.noMemory),
  );
}
