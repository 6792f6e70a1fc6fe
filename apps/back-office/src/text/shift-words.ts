// The words of handovers and views in the language of the page.

import { usePreferences } from './language.ts';
import { shiftsEn } from './shifts-en.text.ts';
import { type ShiftWords, shiftsTh } from './shifts-th.text.ts';

export function useShiftWords(): ShiftWords {
  return usePreferences().preferences.language === 'en' ? shiftsEn : shiftsTh;
}
