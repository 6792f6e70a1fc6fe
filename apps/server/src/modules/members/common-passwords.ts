// Passwords that are tried first, as far as they are long enough to be allowed at all. In small letters.
//
// Elsewhere: the list and its origin (common-passwords.txt), runs and repetitions, which need no list (passwords.ts).

import { readFileSync } from 'node:fs';
import path from 'node:path';

const lines = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n');

export const commonPasswords: ReadonlySet<string> = new Set(
  lines.filter((line) => line !== '' && !line.startsWith('# ')),
);
