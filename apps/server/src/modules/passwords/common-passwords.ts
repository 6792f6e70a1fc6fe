// Most frequently guessed passwords of an allowed length, in lower case.
//
// Elsewhere: the list and its origin (common-passwords.txt); sequences and repetitions, which need no list
// (passwords.ts).

import { readFileSync } from 'node:fs';
import path from 'node:path';

const lines = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n');

export const commonPasswords: ReadonlySet<string> = new Set(
  lines.filter((line) => line !== '' && !line.startsWith('# ')),
);
