// A time on the screen in Bangkok: day, month name, year and 12-hour clock with am/pm (spec §9).

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
      {part === 'date' ? formatDate(time, calendar) : part === 'time' ? formatClock(time) : formatTime(time, calendar)}
    </time>
  );
}

/** "9:07 pm": the last two words of the full format. */
function formatClock(time: Date): string {
  return formatTime(time).split(' ').slice(-2).join(' ');
}
