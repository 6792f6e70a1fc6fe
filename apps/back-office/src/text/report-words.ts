// The words of the reports in the language of the page.

import { usePreferences } from './language.ts';
import { reportsEn } from './reports-en.text.ts';
import { type ReportWords, reportsTh } from './reports-th.text.ts';

export function useReportWords(): ReportWords {
  return usePreferences().preferences.language === 'en' ? reportsEn : reportsTh;
}
