// The words of receiving accounts and bank statements in the chosen language.

import { usePreferences } from './language.ts';
import { moneyEn } from './money-en.text.ts';
import { moneyTh } from './money-th.text.ts';

export function useMoneyWords(): typeof moneyEn {
  return usePreferences().preferences.language === 'en' ? moneyEn : moneyTh;
}
