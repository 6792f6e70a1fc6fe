// The words of the page of the site in the language of the page.

import { usePreferences } from './language.ts';
import { siteEn } from './site-en.text.ts';
import { siteTh, type SiteWords } from './site-th.text.ts';

export function useSiteWords(): SiteWords {
  return usePreferences().preferences.language === 'en' ? siteEn : siteTh;
}
