// A time on the screen: day, month name, year and 12-hour time with am/pm (spec §9), Bangkok.

import { formatDate, formatTime } from '@chaba/contract/thai-time';

export function DateTime({
  value,
  part = 'both',
  calendar = 'buddhist',
}: {
  /** ISO, as on the wire. */
  readonly value: string;
  readonly part?: 'both' | 'date' | 'time';
  readonly calendar?: 'buddhist' | 'gregory';
}) {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return null;
  return (
    <time dateTime={value} className="num">
      {part === 'date' ? formatDate(time, calendar) : part === 'time' ? clockOf(time) : formatTime(time, calendar)}
    </time>
  );
}

/** "9:07 pm": the last part of the whole form. */
function clockOf(time: Date): string {
  return formatTime(time).split(' ').slice(-2).join(' ');
}
