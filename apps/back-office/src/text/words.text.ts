// Words of the back office in Thai and English. Both have one type, so a missing word is a type error.

import { en } from './words-en.text.ts';
import { th } from './words-th.text.ts';

export type { Words } from './words-th.text.ts';

export const words = { th, en } as const;
