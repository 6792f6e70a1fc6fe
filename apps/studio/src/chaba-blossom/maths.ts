// The mathematics of the slot chaba-blossom: reel strips, lines, paytable, and what a stop pays.
//
// Five reels show three rows each. A line pays from the left for three, four or five of one symbol; the
// hibiscus stands for every symbol but the lantern and also pays as itself. Only the best pay of a line
// counts. Three or more lanterns anywhere pay whole stakes and grant free spins, in which everything pays twice.
//
// Always true: a pay counts twentieths of the stake (one line's share), so a payout is an exact integer
// and never a float. Nothing here draws, stores or waits: the server, the page and the verifier share it.
//
// Elsewhere: the exact return (return-to-player.ts), the draw (fairness/draw.ts), words (game.text.ts).

export const SYMBOLS = ['hibiscus', 'elephant', 'boat', 'tuktuk', 'lotus', 'fan', 'mango', 'lantern'] as const;

export type SlotSymbol = (typeof SYMBOLS)[number];
export type PayingSymbol = Exclude<SlotSymbol, 'lantern'>;

export const REELS = 5;
export const ROWS = 3;

/** The shortest run on a line, and the fewest lanterns anywhere, that pay. */
export const COUNT_MIN = 3;

const LETTERS: Readonly<Record<string, SlotSymbol>> = {
  W: 'hibiscus',
  E: 'elephant',
  B: 'boat',
  T: 'tuktuk',
  L: 'lotus',
  F: 'fan',
  M: 'mango',
  S: 'lantern',
};

/** Thirty-two stops a reel. No symbol stands twice within three stops, so a window shows each once. */
export const STRIPS: readonly (readonly SlotSymbol[])[] = [
  readStrip('EBMFLTFLMFTBMLEFTMLSTMBELFMLWMFT'),
  readStrip('MFTEFLMSBMLFTMEFTLBFTMLBMFTLMEWB'),
  readStrip('TFMETMFLTFMBLFMBSLTBFTMLFMEBMLEW'),
  readStrip('BFLMFTBEMFLTBWMFLMSBMTLEFLTFETWM'),
  readStrip('LFBMELFBMFTWBMTLMBTFMSLFTBWLMTEM'),
];

/** How many stops each reel has: the sizes of the five numbers that a round draws. */
export const STOP_COUNTS: readonly number[] = STRIPS.map((strip) => strip.length);

/** Pays for three, four and five of a kind on a line, in twentieths of the stake. */
export const LINE_PAYS: Readonly<Record<PayingSymbol, readonly [number, number, number]>> = {
  hibiscus: [60, 300, 2000],
  elephant: [40, 150, 600],
  boat: [25, 80, 300],
  tuktuk: [12, 45, 180],
  lotus: [10, 30, 120],
  fan: [6, 16, 60],
  mango: [5, 12, 50],
};

/** Pays for three, four and five lanterns anywhere, in whole stakes. */
export const LANTERN_PAYS: readonly [number, number, number] = [2, 10, 50];

/** Free spins that three, four and five lanterns grant, in a free spin too. */
export const FREE_SPINS: readonly [number, number, number] = [8, 12, 20];

/** What every pay is multiplied with in a free spin. */
export const FREE_TIMES = 2;

/** The row, 0 on top, that each line crosses on each reel. */
export const LINES: readonly (readonly number[])[] = [
  '11111 00000 22222 01210 21012',
  '00100 22122 10001 12221 01110',
  '21112 10101 12121 01010 21212',
  '11011 11211 02020 20202 00200',
].flatMap((row) => row.split(' ').map((line) => [...line].map(Number)));

export const PARTS_OF_STAKE = LINES.length;

export type LineWin = {
  /** Index into LINES; the member sees it counted from one. */
  readonly line: number;
  readonly symbol: PayingSymbol;
  readonly count: number;
  /** In twentieths of the stake. */
  readonly pay: number;
};

export type SlotResult = {
  readonly lineWins: readonly LineWin[];
  readonly lanterns: number;
  /** In twentieths of the stake, like every pay but the table's lantern row. */
  readonly lanternPay: number;
  readonly pay: number;
  readonly freeSpins: number;
};

/** What each reel shows, top to bottom, at each of its stops. */
const WINDOWS: readonly (readonly (readonly SlotSymbol[])[])[] = STRIPS.map((strip) =>
  strip.map((_, stop) => Array.from({ length: ROWS }, (_row, row) => symbolAt(strip, stop + row))),
);

/** The three symbols each reel shows, top to bottom. */
export function windowAt(stops: readonly number[]): (readonly SlotSymbol[])[] {
  return WINDOWS.map((windows, reel) => {
    const window = windows[stops[reel] ?? 0];
    if (!window) throw new RangeError(`no stop ${stops[reel]} on reel ${reel + 1}`);
    return window;
  });
}

export function resultOf(stops: readonly number[], isFree = false): SlotResult {
  const factor = isFree ? FREE_TIMES : 1;
  const window = windowAt(stops);
  const lineWins: LineWin[] = [];
  let pay = 0;
  for (const [index, rows] of LINES.entries()) {
    const win = lineWin(rows.map((row, reel) => window[reel]?.[row] ?? 'lantern'));
    if (!win) continue;
    lineWins.push({ line: index, ...win, pay: win.pay * factor });
    pay += win.pay * factor;
  }
  const lanterns = window.filter((shown) => shown.includes('lantern')).length;
  const lanternPay = (LANTERN_PAYS[lanterns - COUNT_MIN] ?? 0) * PARTS_OF_STAKE * factor;
  const freeSpins = FREE_SPINS[lanterns - COUNT_MIN] ?? 0;
  return { lineWins, lanterns, lanternPay, pay: pay + lanternPay, freeSpins };
}

/** What five symbols pay from the left: the better of the hibiscus run alone and the run it helps. */
export function lineWin(symbols: readonly SlotSymbol[]): Omit<LineWin, 'line'> | undefined {
  let wilds = 0;
  while (symbols[wilds] === 'hibiscus') wilds += 1;

  const helped = symbols[wilds];
  let count = wilds;
  while (count < symbols.length && (symbols[count] === helped || symbols[count] === 'hibiscus')) count += 1;

  const wildPay = payOf('hibiscus', wilds);
  const helpedPay = helped && helped !== 'lantern' ? payOf(helped, count) : 0;
  if (wildPay === 0 && helpedPay === 0) return undefined;
  return helped && helped !== 'lantern' && helpedPay > wildPay
    ? { symbol: helped, count, pay: helpedPay }
    : { symbol: 'hibiscus', count: wilds, pay: wildPay };
}

function payOf(symbol: PayingSymbol, count: number): number {
  return LINE_PAYS[symbol][count - COUNT_MIN] ?? 0;
}

function symbolAt(strip: readonly SlotSymbol[], position: number): SlotSymbol {
  const symbol = strip[position % strip.length];
  if (!symbol) throw new RangeError(`no stop ${position} on a reel`);
  return symbol;
}

function readStrip(letters: string): SlotSymbol[] {
  return [...letters].map((letter) => {
    const symbol = LETTERS[letter];
    if (!symbol) throw new Error(`no symbol has the letter ${letter}`);
    return symbol;
  });
}
