// The words of the protection of members in the language of the page.

import { usePreferences } from './language.ts';
import { protectionEn } from './protection-en.text.ts';
import { protectionTh, type ProtectionWords } from './protection-th.text.ts';

export function useProtectionWords(): ProtectionWords {
  return usePreferences().preferences.language === 'en' ? protectionEn : protectionTh;
}
