// The mathematics of the slot naga-river: reel strips, ways, cascades, multipliers, and what a stop pays.
//
// Five reels show three rows. A symbol pays for every way it runs through three, four or five neighbouring reels from
// the left, whatever the rows; the pearl stands for every symbol but the fireball. What paid sinks, the strip above it
// slides down, and the window pays again, times the next multiplier, until nothing pays. Three fireballs in the first
// window grant free spins, in which the multipliers are doubled.
//
// Always true: a pay counts hundredths of the stake, so a payout is an exact integer and never a float. The five stops
// decide everything: what slides down is what stands above on the strip. Nothing here draws, stores or waits.
//
// Elsewhere: the exact return (return-to-player.ts), the draw (fairness/draw.ts), words (game.text.ts).

const SYMBOLS = ['naga', 'krathong', 'fish', 'boat', 'bell', 'lantern', 'lotus', 'shell', 'pearl', 'fireball'] as const;

export type NagaSymbol = (typeof SYMBOLS)[number];
export type PayingSymbol = Exclude<NagaSymbol, 'pearl' | 'fireball'>;

export const PAYING: readonly PayingSymbol[] = [
  'naga',
  'krathong',
  'fish',
  'boat',
  'bell',
  'lantern',
  'lotus',
  'shell',
];

export const REELS = 5;
export const ROWS = 3;
export const WAYS = ROWS ** REELS;
const COUNT_MIN = 3;
export const PARTS_OF_STAKE = 100;

/** Pays of one way through three, four and five reels, in hundredths of the stake. */
export const WAY_PAYS: Readonly<Record<PayingSymbol, readonly [number, number, number]>> = {
  naga: [40, 160, 750],
  krathong: [22, 75, 300],
  fish: [16, 40, 180],
  boat: [14, 35, 140],
  bell: [7, 24, 70],
  lantern: [6, 20, 55],
  lotus: [4, 14, 40],
  shell: [4, 11, 30],
};

/** What the first, second, … window of a round is multiplied with; the last one goes on. */
export const MULTIPLIERS: readonly number[] = [1, 2, 3, 5];
export const FREE_MULTIPLIERS: readonly number[] = [2, 4, 6, 10];

/** Fireballs stand on the first, third and fifth reel; with all three seen they grant this, in a free spin too. */
const FIREBALLS = 3;
export const FREE_SPINS = 10;

const PEARL = SYMBOLS.indexOf('pearl');
const FIREBALL = SYMBOLS.indexOf('fireball');
const LETTERS = 'NKFBGTLSPO';

/** Twenty stops a reel. A window shows a stop and the two after it; what slides down comes from before the stop. */
const STRIPS: readonly (readonly number[])[] = [
  readStrip('TKOFTSLNSGTBKFGLBGSL'),
  readStrip('GSBKTLGKLBGTFNTPFSLT'),
  readStrip('OTLBGSNLTFSKGTBFGPKS'),
  readStrip('SLTGSTFSLGBKLNBSPFKG'),
  readStrip('NTLFTGOSGLBFKLBSTGKS'),
];

export const STOP_COUNTS: readonly number[] = STRIPS.map((strip) => strip.length);

export type WayWin = {
  readonly symbol: PayingSymbol;
  /** Through how many reels, and in how many ways. */
  readonly count: number;
  readonly ways: number;
  /** In hundredths of the stake, multiplied. */
  readonly pay: number;
};

/** One window of a round: what it shows, what it pays and which cells sink. */
export type Step = {
  readonly window: readonly (readonly NagaSymbol[])[];
  readonly multiplier: number;
  readonly wins: readonly WayWin[];
  readonly sinking: readonly (readonly boolean[])[];
};

export type NagaResult = {
  readonly steps: readonly Step[];
  readonly fireballs: number;
  readonly freeSpins: number;
  readonly pay: number;
};

/** The whole round, window by window: for the page and the verifier. */
export function resultOf(stops: readonly number[], isFree = false): NagaResult {
  const steps: Step[] = [];
  const outcome = play(stops, isFree, (cells, multiplier, wins, sinking) => {
    steps.push({
      window: byReel((reel, row) => SYMBOLS[cells[reel * ROWS + row] ?? 0] ?? 'shell'),
      multiplier,
      wins: wins.map(({ symbol, ...win }) => ({ symbol: PAYING[symbol] ?? 'shell', ...win })),
      sinking: byReel((reel, row) => ((sinking >> (reel * ROWS + row)) & 1) === 1),
    });
  });
  return { steps, ...outcome };
}

/** What the round comes to, without its story: for payouts and for counting over every window there is. */
export function outcomeOf(stops: readonly number[], isFree: boolean): { pay: number; freeSpins: number } {
  return play(stops, isFree, undefined);
}

type NumberedWin = { readonly symbol: number; readonly count: number; readonly ways: number; readonly pay: number };
type Tell = (cells: readonly number[], multiplier: number, wins: readonly NumberedWin[], sinking: number) => void;

function play(
  stops: readonly number[],
  isFree: boolean,
  tell: Tell | undefined,
): { pay: number; freeSpins: number; fireballs: number } {
  const multipliers = isFree ? FREE_MULTIPLIERS : MULTIPLIERS;
  const cells = firstWindow(stops);
  // The next stop above each reel's window.
  const above = stops.map((stop) => stop - 1);
  let fireballs = 0;
  for (const cell of cells) if (cell === FIREBALL) fireballs += 1;

  let pay = 0;
  for (let step = 0; ; step += 1) {
    const multiplier = multipliers[Math.min(step, multipliers.length - 1)] ?? 1;
    const { wins, sinking } = winsOf(cells, multiplier);
    for (const win of wins) pay += win.pay;
    tell?.(cells, multiplier, wins, sinking);
    if (sinking === 0) return { pay, fireballs, freeSpins: fireballs === FIREBALLS ? FREE_SPINS : 0 };
    slide(cells, above, sinking);
  }
}

function firstWindow(stops: readonly number[]): number[] {
  const cells: number[] = [];
  for (let reel = 0; reel < REELS; reel += 1) {
    for (let row = 0; row < ROWS; row += 1) cells.push(symbolAt(reel, (stops[reel] ?? 0) + row));
  }
  return cells;
}

/** What the window pays, and as bits which cells take part. */
function winsOf(cells: readonly number[], multiplier: number): { wins: NumberedWin[]; sinking: number } {
  const wins: NumberedWin[] = [];
  let sinking = 0;
  for (let symbol = 0; symbol < PAYING.length; symbol += 1) {
    let [ways, count, bits] = [1, 0, 0];
    for (let reel = 0; reel < REELS; reel += 1) {
      let seen = 0;
      for (let cell = reel * ROWS; cell < (reel + 1) * ROWS; cell += 1) {
        if (cells[cell] !== symbol && cells[cell] !== PEARL) continue;
        seen += 1;
        bits |= 1 << cell;
      }
      if (seen === 0) break;
      ways *= seen;
      count += 1;
    }
    if (count < COUNT_MIN) continue;
    const each = WAY_PAYS[PAYING[symbol] ?? 'shell'][count - COUNT_MIN] ?? 0;
    wins.push({ symbol, count, ways, pay: each * ways * multiplier });
    sinking |= bits;
  }
  return { wins, sinking };
}

/** Takes the sunk cells out and lets the reel above slide down. */
function slide(cells: number[], above: number[], sinking: number): void {
  for (let reel = 0; reel < REELS; reel += 1) {
    const first = reel * ROWS;
    let place = first + ROWS - 1;
    for (let cell = place; cell >= first; cell -= 1) {
      if (((sinking >> cell) & 1) === 1) continue;
      cells[place] = cells[cell] ?? 0;
      place -= 1;
    }
    for (; place >= first; place -= 1) {
      cells[place] = symbolAt(reel, above[reel] ?? 0);
      above[reel] = (above[reel] ?? 0) - 1;
    }
  }
}

function symbolAt(reel: number, position: number): number {
  const strip = STRIPS[reel];
  if (!strip) throw new RangeError(`there is no reel ${reel + 1}`);
  const stops = strip.length;
  return strip[((position % stops) + stops) % stops] ?? 0;
}

function byReel<Cell>(cellOf: (reel: number, row: number) => Cell): Cell[][] {
  return Array.from({ length: REELS }, (_reel, reel) => Array.from({ length: ROWS }, (_row, row) => cellOf(reel, row)));
}

function readStrip(letters: string): number[] {
  return [...letters].map((letter) => {
    const symbol = LETTERS.indexOf(letter);
    if (symbol < 0) throw new Error(`no symbol has the letter ${letter}`);
    return symbol;
  });
}
