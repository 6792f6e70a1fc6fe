// References of deposits, withdrawals, members and complaints, as shown on receipts, to support and to operators.

export type MovementKind = 'deposit' | 'withdrawal';
type ReferenceKind = MovementKind | 'member' | 'complaint';

const LETTERS = { deposit: 'D', withdrawal: 'W', member: 'M', complaint: 'C' } as const;
const DIGITS_MIN = 8;

/** "D00001234" */
export function formatReference(kind: ReferenceKind, id: bigint): string {
  return LETTERS[kind] + String(id).padStart(DIGITS_MIN, '0');
}

/** The id of a reference, with or without letter and zeros; undefined for another kind. */
export function parseReference(kind: ReferenceKind, text: string): bigint | undefined {
  const match = /^([A-Za-z]?)(\d{1,18})$/.exec(text.trim());
  if (!match) return undefined;
  const [, letter = '', digits = ''] = match;
  return letter === '' || letter.toUpperCase() === LETTERS[kind] ? BigInt(digits) : undefined;
}
