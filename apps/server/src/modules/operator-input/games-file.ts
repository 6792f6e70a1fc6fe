// Reads the games of a provider from a CSV file: a line of headings, then a game a line.
//
//     code,name,image,category,type,order,words,since,mechanic,return,volatility
//
// Always true: the first fault of the file is reported with its row and field, and no game of the file is returned.
// Rows are counted as a spreadsheet counts them: the headings are row 1.
//
// Elsewhere: the action (provider-actions.ts), writing the games (modules/catalogue).

import { daySchema } from '@chaba/contract/amounts';

import { gameCategories, type CatalogueFacts, gameMechanics, gameTypes, type Provider } from '#core/catalogue';
import { checkPicture } from '#core/provider-addresses';
import { type ImportedGame } from '#modules/catalogue';

import { explainAddress } from './provider-terms.ts';
import { parseCsv } from './csv.ts';
import { InputError } from './input.ts';

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const GAMES_MAX = 5_000;
const NAME_LENGTH_MAX = 80;
const WORDS_MAX = 40;
const WORD_LENGTH_MAX = 60;
const ORDER_MAX = 32_767;

const REQUIRED = ['code', 'name', 'image'] as const;
const OPTIONAL = ['category', 'type', 'order', 'words', 'since', 'mechanic', 'return', 'volatility'] as const;
type Field = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
const fields: readonly string[] = [...REQUIRED, ...OPTIONAL];

/** A field as the row has it; empty: not stated. */
type Cells = Readonly<Record<Field, string>>;

/** The games of a file. `provider` gives category and type where a row names none. */
export function parseGamesFile(bytes: Buffer, provider: Provider, isPlay: boolean): ImportedGame[] {
  if (bytes.length > FILE_BYTES_MAX) throw new InputError('The file has more than 4 MB: split it.', 2);
  const [headings = [], ...rows] = parseCsv(decode(bytes));
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const unknown = names.find((name, index) => !fields.includes(name) || names.indexOf(name) !== index);
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (unknown !== undefined || missing !== undefined) {
    const fault = missing === undefined ? `has no use for the heading "${unknown}"` : `has no heading "${missing}"`;
    throw new InputError(`The file ${fault}: the headings are ${fields.join(', ')}; nothing was written.`, 2);
  }
  const numbered = rows
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (numbered.length === 0) throw new InputError('The file has no game: nothing was written.', 2);
  if (numbered.length > GAMES_MAX) throw new InputError(`The file has more than ${GAMES_MAX} games: split it.`, 2);
  const seen = new Map<string, number>();
  return numbered.map(({ cells, row }) => {
    const isLong = cells.length > names.length;
    if (isLong) throw fault(row, 'line', `it has ${cells.length} cells, the headings have ${names.length}`);
    const cell = (name: Field): string => (cells[names.indexOf(name)] ?? '').trim();
    const game = parseGame(Object.fromEntries(fields.map((name) => [name, cell(name as Field)])) as Cells, {
      row,
      provider,
      isPlay,
    });
    const first = seen.get(game.gameCode);
    if (first !== undefined) throw fault(row, 'code', `"${game.gameCode}" stands in row ${first} already`);
    seen.set(game.gameCode, row);
    return game;
  });
}

function fault(row: number, field: string, sentence: string): InputError {
  return new InputError(`Row ${row}, ${field}: ${sentence}; nothing was written.`, 1);
}

type Place = { readonly row: number; readonly provider: Provider; readonly isPlay: boolean };

function parseGame(cells: Cells, { row, provider, isPlay }: Place): ImportedGame {
  const checkCell = (field: Field, isGood: boolean, sentence: string): void => {
    if (!isGood) throw fault(row, field, sentence);
  };
  const choose = <Value extends string>(field: Field, values: readonly Value[], otherwise: Value): Value => {
    const found = values.find((value) => value === cells[field]);
    checkCell(field, found !== undefined || cells[field] === '', `"${cells[field]}" is none of ${values.join(', ')}`);
    return found ?? otherwise;
  };
  const { code, name, image, order, since } = cells;
  checkCell('code', /^[\w.-]{1,64}$/.test(code), `"${code}" is no code: 1 to 64 letters, figures, dots, hyphens`);
  const isName = name !== '' && name.length <= NAME_LENGTH_MAX && !/\p{Cc}/u.test(name);
  checkCell('name', isName, `a name has 1 to ${NAME_LENGTH_MAX} letters`);
  const picture = checkPicture(image, isPlay);
  checkCell('image', picture === undefined, picture === undefined ? '' : explainAddress(picture));
  const place = order === '' ? undefined : Number(order);
  checkCell(
    'order',
    place === undefined || isWhole(order, ORDER_MAX),
    `"${order}" is no number from 1 to ${ORDER_MAX}`,
  );
  checkCell('since', since === '' || isDay(since), `"${since}" is no day, as 2026-01-31 is`);
  const words = cells.words === '' ? [] : cells.words.split('|').map((word) => word.trim());
  const areWords = words.length <= WORDS_MAX && words.every((word) => word !== '' && word.length <= WORD_LENGTH_MAX);
  checkCell('words', areWords, `expected up to ${WORDS_MAX} words of ${WORD_LENGTH_MAX} letters with | between them`);
  return {
    gameCode: code,
    name,
    imageUrl: image,
    category: choose('category', gameCategories, provider.category),
    gameType: choose('type', gameTypes, provider.gameType),
    sortOrder: place,
    searchWords: words,
    since: since === '' ? null : since,
    facts: parseFacts(cells, checkCell),
    isOffered: true,
  };
}

function parseFacts(
  { mechanic, return: returned, volatility }: Cells,
  checkCell: (field: Field, isGood: boolean, sentence: string) => void,
): CatalogueFacts | null {
  const known = gameMechanics.find((each) => each === mechanic);
  checkCell('mechanic', mechanic === '' || known !== undefined, `"${mechanic}" is none of ${gameMechanics.join(', ')}`);
  checkCell(
    'return',
    returned === '' || /^\d{2}\.\d{2}$/.test(returned),
    `"${returned}" is no percentage, as 96.00 is`,
  );
  const isLevel = volatility === '' || isWhole(volatility, 5);
  checkCell('volatility', isLevel, `"${volatility}" is no number from 1 to 5`);
  const facts: CatalogueFacts = {
    ...(known && { mechanic: known }),
    ...(returned !== '' && { returnPercent: returned }),
    ...(volatility !== '' && { volatility: Number(volatility) as NonNullable<CatalogueFacts['volatility']> }),
  };
  return Object.keys(facts).length === 0 ? null : facts;
}

const isWhole = (text: string, max: number): boolean => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max;

const isDay = (text: string): boolean => daySchema.safeParse(text).success;

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The sentence below.
  }
  throw new InputError('The file is not in UTF-8: save it as "CSV UTF-8"; nothing was written.', 2);
}
