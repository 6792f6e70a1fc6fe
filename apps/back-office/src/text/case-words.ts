// The words of contacts and complaints in the language of the page.

import { caseFactValuesEn, casesEn } from './cases-en.text.ts';
import { caseFactValuesTh, casesTh, type CaseWords } from './cases-th.text.ts';
import { usePreferences } from './language.ts';
import { useOfferWords } from './offer-words.ts';
import { riskFactValuesEn } from './risk-en.text.ts';
import { riskFactValuesTh } from './risk-th.text.ts';

export function useCaseWords(): CaseWords {
  return usePreferences().preferences.language === 'en' ? casesEn : casesTh;
}

/** Words of the values of stored facts, by the name of the fact. */
export function useFactValues(): typeof caseFactValuesTh {
  const isEnglish = usePreferences().preferences.language === 'en';
  const { uses } = useOfferWords();
  return isEnglish
    ? { ...caseFactValuesEn, ...riskFactValuesEn, for: uses }
    : { ...caseFactValuesTh, ...riskFactValuesTh, for: uses };
}
