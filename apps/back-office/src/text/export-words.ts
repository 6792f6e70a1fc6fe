// The words of exports in the language of the page.

import { exportsEn } from './exports-en.text.ts';
import { type ExportWords, exportsTh } from './exports-th.text.ts';
import { usePreferences } from './language.ts';

export function useExportWords(): ExportWords {
  return usePreferences().preferences.language === 'en' ? exportsEn : exportsTh;
}
