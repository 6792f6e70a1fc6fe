// The words of members in the chosen language.

import { usePreferences } from './language.ts';
import { membersEn } from './members-en.text.ts';
import { membersTh, type MemberWords } from './members-th.text.ts';

export function useMemberWords(): MemberWords {
  return usePreferences().preferences.language === 'th' ? membersTh : membersEn;
}
