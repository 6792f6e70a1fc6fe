// The words of business days in the language of the page.

import { daysEn } from './days-en.text.ts';
import { type DayWords, daysTh } from './days-th.text.ts';
import { usePreferences } from './language.ts';

export function useDayWords(): DayWords {
  return usePreferences().preferences.language === 'en' ? daysEn : daysTh;
}
