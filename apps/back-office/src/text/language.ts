// The words of all pages, and the formats of times and amounts.
//
// Elsewhere: preferences and the words of the sign-in (entry.ts).

import { add, formatBaht, parseBaht, subtract, zeroMoney } from '@chaba/money';
import { use } from 'react';

import { PreferencesContext } from './entry.ts';
import { type Words, words } from './words.text.ts';

export { usePreferences, useSentence } from './entry.ts';

const ZONE = 'Asia/Bangkok';

export function useWords(): Words {
  return words[use(PreferencesContext).preferences.language];
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
