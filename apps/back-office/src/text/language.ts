// Language and colours of this browser, and the formats of times and amounts.

import { add, formatBaht, parseBaht, subtract, zeroMoney } from '@chaba/money';
import { backOfficeMessages, type Language } from '@chaba/contract/back-office/error-messages.text';
import { createContext, use } from 'react';

import { CallError } from '#api/api';

import { type Words, words } from './words.text.ts';

export type Look = 'system' | 'dark' | 'light';
export type Preferences = { readonly language: Language; readonly look: Look };

const STORED = 'chaba-back-office';
const DEFAULTS: Preferences = { language: 'th', look: 'system' };
const ZONE = 'Asia/Bangkok';

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

export function useWords(): Words {
  return words[use(PreferencesContext).preferences.language];
}

export function usePreferences(): PreferencesApi {
  return use(PreferencesContext);
}

/** The sentence of a failed call. */
export function useSentence(): (error: unknown) => string {
  const { preferences } = use(PreferencesContext);
  const text = useWords();
  return (error) => {
    if (!(error instanceof CallError) || error.code === undefined) return text.networkFailed;
    const params = {
      ...error.params,
      reasons: error.params.reasons?.map((code) => text.withdrawals.reasons[code] ?? code),
    };
    return backOfficeMessages[preferences.language][error.code](
      params.reasons === undefined ? error.params : { ...error.params, reasons: params.reasons },
    );
  };
}

/** "48,000.00" of a decimal text. */
export function formatAmount(text: string): string {
  const sign = text.startsWith('-') ? '-' : '';
  const amount = parseBaht(text.replace('-', ''));
  return amount === undefined ? text : `${sign}${formatBaht(amount)}`;
}

/** The sum of decimal texts, as one. */
export function addAmounts(texts: readonly string[]): string {
  const parts = texts.map((text) => {
    const amount = parseBaht(text.replace('-', '')) ?? zeroMoney;
    return text.startsWith('-') ? subtract(zeroMoney, amount) : amount;
  });
  return formatBaht(add(zeroMoney, ...parts)).replaceAll(',', '');
}

/** A callback that formats a day: "28 Nov 2026", Bangkok time. */
export function useDay(): (iso: string) => string {
  const { language } = use(PreferencesContext).preferences;
  return (iso) =>
    new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', { timeZone: ZONE, dateStyle: 'medium' }).format(
      new Date(iso),
    );
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "28 Nov 14:02:10", Bangkok time. */
export function useTime(): (iso: string) => string {
  const { language } = use(PreferencesContext).preferences;
  const clock =
    clocks.get(language) ??
    new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', {
      timeZone: ZONE,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(language, clock);
  return (iso) => clock.format(new Date(iso));
}

/** A callback that formats a time of the day: "14:02:10", or "14:00", Bangkok time. */
export function useClock(): (iso: string, unit?: 'hour') => string {
  const { language } = use(PreferencesContext).preferences;
  return (iso, unit) =>
    new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', {
      timeZone: ZONE,
      timeStyle: unit === 'hour' ? 'short' : 'medium',
    }).format(new Date(iso));
}

const ZONE_MS = 7 * 3_600_000;

/** The value of a `datetime-local` field in Bangkok time, of an ISO text. */
export const toLocalTime = (iso: string): string => new Date(Date.parse(iso) + ZONE_MS).toISOString().slice(0, 16);

/** The ISO text of such a field; empty where the field is. */
export const toIsoTime = (local: string): string =>
  local === '' ? '' : new Date(Date.parse(`${local}Z`) - ZONE_MS).toISOString();

/** "0:41", "12:05", "3:04:00". */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
