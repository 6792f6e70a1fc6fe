// The names of typed fields in the language of the page.

import { inputsEn } from './inputs-en.text.ts';
import { inputsTh, type InputWords } from './inputs-th.text.ts';
import { usePreferences } from './language.ts';

export function useInputWords(): InputWords {
  return usePreferences().preferences.language === 'en' ? inputsEn : inputsTh;
}
