// Rows of a hunt story in the story language: a command, its arguments and its outcome.
//
//     bet  M1  100.00  tx=b1  round=r1
//
// An amount is a figure in baht, or `all` or `half` of the playable balance; the outcome of a row is not part of it.
//
// Elsewhere: the commands (commands.ts), the runner of written stories (testing/story.ts).

import { type Money, parseBaht } from '@chaba/money';

export type StoryRow = { readonly command: string; readonly words: readonly string[] };

/** Parses a row such as `bet  M1  100.00  tx=b1`; one space suffices, because no argument contains one. */
export function row(text: string): StoryRow {
  const [command = '', ...words] = text.trim().split(/\s+/);
  return { command, words };
}

/** Parses a story, a row a line. */
export function readRows(text: string): StoryRow[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [row(line)]));
}

export function formatRow({ command, words }: StoryRow, outcome = ''): string {
  return [command.padEnd(9), ...words, outcome]
    .filter((word) => word !== '')
    .join('  ')
    .trimEnd();
}

export type RowArguments = {
  /** The positional argument at this place, `''` if absent. */
  at(place: number): string;
  readonly named: Readonly<Record<string, string>>;
};

export function readArguments({ words }: StoryRow): RowArguments {
  const plain = words.filter((word) => !word.includes('='));
  const named = Object.fromEntries(
    words
      .filter((word) => word.includes('='))
      .map((word) => [word.split('=', 1)[0] ?? '', word.replace(/^[^=]*=/, '')]),
  );
  return { at: (place) => plain[place] ?? '', named };
}

/** Parses the amount of a row: a figure, or a share of `available`, rounded down to whole satang. */
export function readAmount(text: string, available: Money): Money {
  if (text === 'all') return floor(available);
  if (text === 'half') return floor((available / 2n) as Money);
  const amount = parseBaht(text);
  if (amount === undefined) throw new Error(`"${text}" is no amount`);
  return amount;
}

const floor = (amount: Money): Money => ((amount / 100n) * 100n) as Money;

/** Parses seconds, minutes, hours or days: 90s, 15m, 2h, 3d. */
export function readDuration(text: string): number {
  const match = /^(-?\d+)([smhd])$/.exec(text);
  const unit = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match?.[2] ?? ''];
  if (!match || unit === undefined) throw new Error(`"${text}" is no duration`);
  return Number(match[1]) * unit;
}
