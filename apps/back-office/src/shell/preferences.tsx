// The choice of language and colours.

import { entryWords, type Look, useEntryWords, usePreferences } from '#text/entry';
import { Choice } from '#ui/field';

const LOOKS: readonly Look[] = ['system', 'dark', 'light'];
const LANGUAGES = ['th', 'en'] as const;

export function PreferenceFields() {
  const text = useEntryWords();
  const { preferences, change } = usePreferences();
  return (
    <div className="grid grid-cols-2 gap-3">
      <Choice
        label={text.language}
        value={preferences.language}
        onChange={(language) => change({ language: language === 'en' ? 'en' : 'th' })}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {entryWords[language].languageName}
          </option>
        ))}
      </Choice>
      <Choice label={text.look} value={preferences.look} onChange={(look) => change({ look: look as Look })}>
        {LOOKS.map((look) => (
          <option key={look} value={look}>
            {text.looks[look]}
          </option>
        ))}
      </Choice>
    </div>
  );
}
