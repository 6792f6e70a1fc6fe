// The words of the offers in the language of the page.

import { usePreferences } from './language.ts';
import { offersEn } from './offers-en.text.ts';
import { offersTh, type OfferWords } from './offers-th.text.ts';

export function useOfferWords(): OfferWords {
  return usePreferences().preferences.language === 'en' ? offersEn : offersTh;
}
