// Display format of times: day, month name, year, 12-hour time with am/pm (spec §9), for example "5 <month> 2569 9:07
// pm".
//
// Always true: the time zone is Bangkok and the calendar explicit, independent of the machine and the engine. The text
// is joined from parts, because engines insert different words. Displayed dates are never parsed, Buddhist years never
// stored.

const TIME_ZONE = 'Asia/Bangkok';
const BUDDHIST_YEARS_AHEAD = 543;

export type Calendar = 'buddhist' | 'gregory';

// Digits and am/pm come from a locale that all engines format alike, the month name from Thai. Months and days are
// equal in both calendars; the Buddhist year is computed from the Gregorian one. With hour12 instead of hourCycle some
// engines show midnight as 0:05. The formats are created lazily: on a phone they cost as much as drawing a page.
let cachedFormats: { readonly digits: Intl.DateTimeFormat; readonly monthName: Intl.DateTimeFormat } | undefined;

function getFormats() {
  cachedFormats ??= {
    digits: new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: TIME_ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h12',
    }),
    monthName: new Intl.DateTimeFormat('th-TH-u-ca-gregory-nu-latn', { timeZone: TIME_ZONE, month: 'long' }),
  };
  return cachedFormats;
}

/** Date and time in the format above. */
export function formatTime(time: Date, calendar: Calendar = 'buddhist'): string {
  const read = toParts(time);
  return `${toDateText(time, read, calendar)} ${read.hour}:${read.minute} ${read.dayPeriod}`;
}

/** The date in the format above. */
export function formatDate(time: Date, calendar: Calendar = 'buddhist'): string {
  return toDateText(time, toParts(time), calendar);
}

/** The Bangkok day in wire format: "2026-11-05". */
export function formatBangkokDay(time: Date): string {
  const read = toParts(time);
  return `${read.year}-${read.month}-${read.day}`;
}

type Parts = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'dayPeriod', string>>;

function toDateText(time: Date, read: Parts, calendar: Calendar): string {
  const year = calendar === 'buddhist' ? Number(read.year) + BUDDHIST_YEARS_AHEAD : read.year;
  return `${Number(read.day)} ${getFormats().monthName.format(time)} ${year}`;
}

function toParts(time: Date): Parts {
  const found = new Map(
    getFormats()
      .digits.formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    dayPeriod: part('dayPeriod').toLowerCase(),
  };
}
