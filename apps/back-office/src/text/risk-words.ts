// The words of risk in the language of the page.

import { usePreferences } from './language.ts';
import { riskEn } from './risk-en.text.ts';
import { riskTh, type RiskWords } from './risk-th.text.ts';

export function useRiskWords(): RiskWords {
  return usePreferences().preferences.language === 'en' ? riskEn : riskTh;
}
