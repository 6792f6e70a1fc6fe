// Layout of each table as data: its show, its rows of places, colours and keys.

export type ShowKind = 'cards' | 'dice' | 'wheel' | 'beads' | 'coins' | 'fields';
export type TableTone = 'blue' | 'red' | 'green' | 'gold' | 'black' | 'violet';

type Group = {
  /** The name of its tab, where a table has several. */
  readonly name?: 'main' | 'numbers' | 'neighbours' | 'sets' | 'sides' | 'pairs' | 'triples' | 'pushes';
  readonly rows: readonly (readonly string[])[];
};

export type Layout = {
  readonly show: ShowKind;
  readonly groups: readonly Group[];
  /** Colours of places and of results on the road. */
  readonly tones: Readonly<Record<string, TableTone>>;
  /** Key codes of places. */
  readonly keys: Readonly<Record<string, string>>;
};

const SIDES = { player: 'blue', banker: 'red', tie: 'green' } as const;
const COLOURS = { red: 'red', black: 'black', green: 'green' } as const;
const FACES = [1, 2, 3, 4, 5, 6];

const named = (name: string, list: readonly (number | string)[]): string[] => list.map((each) => `${name}:${each}`);
const pairs = (name: string): string[] =>
  FACES.flatMap((one) => FACES.filter((other) => other > one).map((other) => `${name}:${one}-${other}`));
const inRows = (places: readonly string[], width: number): string[][] =>
  Array.from({ length: Math.ceil(places.length / width) }, (_, row) => places.slice(row * width, (row + 1) * width));

const BACCARAT_KEYS = { KeyP: 'player', KeyB: 'banker', KeyT: 'tie' };

/** The places of a kind, in rows of so many. */
type Starting = (kind: string, width: number) => string[][];

const LAYOUTS: Readonly<Record<string, (starting: Starting, types: readonly string[]) => Layout>> = {
  baccarat: () => ({
    show: 'cards',
    groups: [
      {
        rows: [
          ['player', 'tie', 'banker'],
          ['playerPair', 'bankerPair'],
        ],
      },
    ],
    tones: SIDES,
    keys: BACCARAT_KEYS,
  }),
  'baccarat-six': () => ({
    show: 'cards',
    groups: [{ rows: [['player', 'tie', 'banker'], ['six']] }],
    tones: { ...SIDES, six: 'gold' },
    keys: { ...BACCARAT_KEYS, KeyS: 'six' },
  }),
  'suea-mangkon': () => ({
    show: 'cards',
    groups: [
      {
        rows: [
          ['dragon', 'tie', 'tiger'],
          ['suited-tie'],
          ['dragon-odd', 'dragon-even', 'dragon-red', 'dragon-black'],
          ['tiger-odd', 'tiger-even', 'tiger-red', 'tiger-black'],
        ],
      },
    ],
    tones: {
      dragon: 'red',
      tiger: 'gold',
      tie: 'green',
      'dragon-red': 'red',
      'tiger-red': 'red',
      'dragon-black': 'black',
      'tiger-black': 'black',
    },
    keys: { KeyD: 'dragon', KeyT: 'tiger', KeyE: 'tie' },
  }),
  roulette: (starting) => ({
    show: 'wheel',
    groups: [
      {
        name: 'main',
        rows: [['low', 'even', 'red'], ['high', 'odd', 'black'], named('dozen', [1, 2, 3]), named('column', [1, 2, 3])],
      },
      { name: 'numbers', rows: [['number:0'], ...starting('number', 37).flatMap((all) => inRows(all.slice(1), 6))] },
      { name: 'neighbours', rows: starting('split', 6) },
      { name: 'sets', rows: [...starting('street', 4), ...starting('corner', 3), ...starting('line', 3)] },
    ],
    tones: COLOURS,
    keys: { KeyR: 'red', KeyB: 'black', KeyO: 'odd', KeyE: 'even', KeyL: 'low', KeyH: 'high' },
  }),
  'hi-lo': () => ({
    show: 'dice',
    groups: [
      {
        name: 'main',
        rows: [['low', 'eleven', 'high'], named('die', FACES), ['dice:1-2-3', 'dice:4-5-6']],
      },
      { name: 'sides', rows: [named('low', [1, 2, 3, 4]), named('high', [4, 5, 6])] },
      { name: 'pairs', rows: inRows(pairs('dice'), 3) },
    ],
    tones: { low: 'blue', high: 'red', eleven: 'green' },
    keys: { KeyL: 'low', KeyH: 'high', KeyE: 'eleven' },
  }),
  'sic-bo': (starting) => ({
    show: 'dice',
    groups: [
      { name: 'main', rows: [['small', 'odd', 'even', 'big'], ...starting('total', 7), named('die', FACES)] },
      { name: 'triples', rows: [...starting('double', 3), ['any-triple'], ...starting('triple', 3)] },
      { name: 'pairs', rows: inRows(pairs('dice'), 3) },
    ],
    tones: { small: 'blue', big: 'red', triple: 'green', 'any-triple': 'green' },
    keys: { KeyS: 'small', KeyB: 'big', KeyO: 'odd', KeyE: 'even' },
  }),
  'nam-tao': (starting) => ({
    show: 'dice',
    groups: [
      { name: 'main', rows: [...starting('picture', 3), ['one-colour', 'any-triple']] },
      { name: 'pairs', rows: inRows(pairs('pictures'), 3) },
      { name: 'triples', rows: starting('three', 3) },
    ],
    tones: { 'one-colour': 'gold', 'any-triple': 'green', mixed: 'violet' },
    keys: { KeyC: 'one-colour', KeyT: 'any-triple' },
  }),
  'kam-thua': (starting, types) => ({
    show: 'beads',
    groups: [
      {
        name: 'main',
        rows: [
          named('one', [1, 2, 3, 4]),
          ['odd', 'even'],
          named('two', ['1-2', '2-3', '3-4', '1-4']),
          named('three', ['1-2-3', '2-3-4', '1-3-4', '1-2-4']),
        ],
      },
      {
        name: 'pushes',
        rows: [
          ...starting('win', 3),
          ...inRows(
            types.filter((type) => /^two:.*\//.test(type)),
            3,
          ),
        ],
      },
    ],
    tones: {
      '1': 'red',
      '2': 'blue',
      '3': 'gold',
      '4': 'green',
      'one:1': 'red',
      'one:2': 'blue',
      'one:3': 'gold',
      'one:4': 'green',
    },
    keys: { KeyO: 'odd', KeyE: 'even' },
  }),
  'si-rian': () => ({
    show: 'coins',
    groups: [{ rows: [['even', 'odd'], named('heads', [1, 2, 3]), named('heads', [0, 4])] }],
    tones: { even: 'blue', odd: 'red', 'heads:2': 'violet', 'heads:3': 'gold', 'heads:1': 'gold' },
    keys: { KeyE: 'even', KeyO: 'odd' },
  }),
  'pok-deng': () => ({
    show: 'cards',
    groups: [{ rows: [named('box', [1, 2, 3, 4, 5]), ['dealer-pair', 'dealer-suited', 'dealer-pok']] }],
    tones: {
      'box:1': 'blue',
      'box:2': 'blue',
      'box:3': 'blue',
      'box:4': 'blue',
      'box:5': 'blue',
      'dealer-pair': 'red',
      'dealer-suited': 'red',
      'dealer-pok': 'red',
      boxes: 'blue',
      dealer: 'red',
      even: 'green',
    },
    keys: { KeyQ: 'box:1', KeyW: 'box:2', KeyE: 'box:3', KeyT: 'box:4', KeyY: 'box:5' },
  }),
  'wong-lo': () => ({
    show: 'fields',
    groups: [{ rows: [named('field', [1, 2, 4]), named('field', [9, 18, 38])] }],
    tones: {
      'field:1': 'gold',
      'field:2': 'blue',
      'field:4': 'green',
      'field:9': 'violet',
      'field:18': 'red',
      'field:38': 'black',
    },
    keys: {},
  }),
};

export function getLayout(gameCode: string, types: readonly string[]): Layout {
  const make = LAYOUTS[gameCode];
  if (!make) throw new Error(`${gameCode} has no layout`);
  return make(
    (kind, width) =>
      inRows(
        types.filter((type) => type.startsWith(`${kind}:`)),
        width,
      ),
    types,
  );
}
