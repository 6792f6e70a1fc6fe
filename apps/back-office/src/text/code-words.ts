// Codes in words.

import type { EntryWords } from './entry-th.text.ts';

/** The words of a code. A page that was open before an update has none for a new code, and says so. */
export function nameCode(
  { newCode }: Pick<EntryWords, 'newCode'>,
  names: Readonly<Record<string, string>>,
  code: string,
): string {
  return names[code] ?? newCode(code);
}
