// Times as members read them: day, month name, year, 12-hour time with am/pm (spec §9), for example
// "5 <month> 2569 9:07 pm".
//
// Always true: the time zone is Bangkok whatever the machine's, the calendar is named and never the
// engine's default, and the text is joined from parts, because engines put different words between
// them. Month names come from Intl. A shown date is never parsed and a Buddhist year never stored.

const TIME_ZONE = 'Asia/Bangkok';
const BUDDHIST_YEARS_AHEAD = 543;

export type Calendar = 'buddhist' | 'gregory';

// Digits and am/pm from a locale that spells them one way in every engine, the month from Thai. Months
// and days are the same in both calendars; the year is reckoned from the Gregorian one.
// hourCycle, never hour12: with hour12 some engines show midnight as 0:05 (and noon too). Made when the first time is shown: on a phone
// the two cost as much as drawing a page.
let made: { readonly digits: Intl.DateTimeFormat; readonly monthName: Intl.DateTimeFormat } | undefined;

function formats() {
  made ??= {
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
  return made;
}

/** Date and time: the form at the top. */
export function formatTime(time: Date, calendar: Calendar = 'buddhist'): string {
  const read = readParts(time);
  return `${dateText(time, read, calendar)} ${read.hour}:${read.minute} ${read.dayPeriod}`;
}

/** The same without the time. */
export function formatDate(time: Date, calendar: Calendar = 'buddhist'): string {
  return dateText(time, readParts(time), calendar);
}

/** The Bangkok day of a time, as the wire writes it: "2026-11-05". */
export function bangkokDay(time: Date): string {
  const read = readParts(time);
  return `${read.year}-${read.month}-${read.day}`;
}

type Parts = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'dayPeriod', string>>;

function dateText(time: Date, read: Parts, calendar: Calendar): string {
  const year = calendar === 'buddhist' ? Number(read.year) + BUDDHIST_YEARS_AHEAD : read.year;
  return `${Number(read.day)} ${formats().monthName.format(time)} ${year}`;
}

function readParts(time: Date): Parts {
  const found = new Map(
    formats()
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
