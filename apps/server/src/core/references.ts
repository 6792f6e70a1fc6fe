// How a deposit or a withdrawal is named to people: on receipts, in chats with support, on the operator's command line.

export type MovementKind = 'deposit' | 'withdrawal';

const LETTERS = { deposit: 'D', withdrawal: 'W' } as const;
const DIGITS_MIN = 8;

/** "D00001234" */
export function formatReference(kind: MovementKind, id: bigint): string {
  return LETTERS[kind] + String(id).padStart(DIGITS_MIN, '0');
}

/** The number behind a reference, with or without its letter and zeros; undefined when it is none of this kind. */
export function parseReference(kind: MovementKind, text: string): bigint | undefined {
  const match = /^([A-Za-z]?)(\d{1,18})$/.exec(text.trim());
  if (!match) return undefined;
  const [, letter = '', digits = ''] = match;
  return letter === '' || letter.toUpperCase() === LETTERS[kind] ? BigInt(digits) : undefined;
}
