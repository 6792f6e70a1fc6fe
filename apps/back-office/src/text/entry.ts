// Language and colours of this browser, the words that every page starts with, and the sentences of failed calls.
//
// Always true: nothing here imports the words of pages, so the sign-in starts without them.

import { backOfficeMessages, type Language } from '@chaba/contract/back-office/error-messages.text';
import { createContext, use } from 'react';

import { CallError } from '#api/api';

import { entryEn } from './entry-en.text.ts';
import { entryTh, type EntryWords } from './entry-th.text.ts';
import { nameCode } from './code-words.ts';

/** Both have one type, so a missing word is a type error. */
export const entryWords = { th: entryTh, en: entryEn } as const;

export type Look = 'system' | 'dark' | 'light';
export type Preferences = { readonly language: Language; readonly look: Look };

const STORED = 'chaba-back-office';
const DEFAULTS: Preferences = { language: 'th', look: 'system' };

export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Preferences>;
    return {
      language: stored.language === 'en' ? 'en' : DEFAULTS.language,
      look: stored.look === 'dark' || stored.look === 'light' ? stored.look : DEFAULTS.look,
    };
  } catch {
    return DEFAULTS;
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(preferences));
  } catch {
    // A browser without storage keeps them for this page.
  }
}

/** Sets language and colours on the page. */
export function applyPreferences({ language, look }: Preferences): void {
  const root = document.documentElement;
  const isDark = look === 'dark' || (look === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.lang = language;
  root.dataset['mode'] = isDark ? 'dark' : 'light';
}

type PreferencesApi = {
  readonly preferences: Preferences;
  readonly change: (to: Partial<Preferences>) => void;
};

export const PreferencesContext = createContext<PreferencesApi>({ preferences: DEFAULTS, change: () => undefined });

/** Words that every page starts with; those of `useWords` are fetched after the sign-in. */
export function useEntryWords(): EntryWords {
  return entryWords[use(PreferencesContext).preferences.language];
}

export function usePreferences(): PreferencesApi {
  return use(PreferencesContext);
}

/** The sentence of a failed call. */
export function useSentence(): (error: unknown) => string {
  const { preferences } = use(PreferencesContext);
  const text = useEntryWords();
  return (error) => {
    if (!(error instanceof CallError) || error.code === undefined) return text.networkFailed;
    const params = {
      ...error.params,
      reasons: error.params.reasons?.map((code) => nameCode(text, text.withdrawReasons, code)),
    };
    return backOfficeMessages[preferences.language][error.code](
      params.reasons === undefined ? error.params : { ...error.params, reasons: params.reasons },
    );
  };
}
