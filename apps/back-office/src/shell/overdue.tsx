// Urgency of a queue, the way to its oldest free item, and the banner of queues that wait twice their target.

import type { QueueRow } from '@chaba/contract/back-office/queue-wire';
import { type QueueName, queues } from '@chaba/contract/back-office/queues';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import { queuesQuery } from '#api/queries';
import { formatSpan } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { useNow } from '#ui/use-now';

type Waiting = Pick<QueueRow, 'oldestAt' | 'targetMinutes' | 'count'> & Partial<Pick<QueueRow, 'dueAt'>>;

export type Urgency = 'calm' | 'soon' | 'overdue';

const SOON_SHARE = 2 / 3;
const BANNER_TIMES = 2;

/** Part of the target, or of the time until the first deadline, that has passed; 0 without a target. */
function getShare({ oldestAt, targetMinutes, count, dueAt = null }: Waiting, now: number): number {
  if (oldestAt === null || targetMinutes === null || count === 0) return 0;
  if (dueAt !== null) return (now - Date.parse(oldestAt)) / Math.max(1, Date.parse(dueAt) - Date.parse(oldestAt));
  return (now - Date.parse(oldestAt)) / (targetMinutes * 60_000);
}

export function getUrgency(row: Waiting, now: number): Urgency {
  const share = getShare(row, now);
  if (share >= 1) return 'overdue';
  return share >= SOON_SHARE ? 'soon' : 'calm';
}

/** `open=first`: the page opens its oldest free item. */
export function toQueuePath(site: string, queue: QueueName): string {
  const { page, ...entry } = queues[queue];
  if (page === 'items') return `/${site}/queues/${queue}?open=first`;
  return 'chip' in entry ? `/${site}/${page}?queue=${entry.chip}&open=first` : `/${site}/${page}?open=first`;
}

/** Number of queues whose oldest item is overdue. */
export function useOverdueCount(site: string): number {
  const now = useNow();
  const { data = [] } = useQuery(queuesQuery(site));
  return data.filter((row) => getUrgency(row, now) === 'overdue').length;
}

/** Queues that wait twice their target, on every page. */
export function OverdueBanner({ site }: { readonly site: string }) {
  const text = useQueueWords();
  const now = useNow();
  const { data = [] } = useQuery(queuesQuery(site));
  const [worst] = data
    .filter((row) => getShare(row, now) >= BANNER_TIMES && queues[row.queue].page !== 'items')
    .toSorted((one, other) => getShare(other, now) - getShare(one, now));
  if (worst === undefined || worst.targetMinutes === null || worst.oldestAt === null) return null;
  const age = formatSpan((now - Date.parse(worst.oldestAt)) / 1_000);
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 bg-danger-fill px-3 py-0.5 text-micro text-white">
      {text.banner(text.names[worst.queue], age, text.minutes(worst.targetMinutes))}
      <Link to={toQueuePath(site, worst.queue)} className="inline-flex min-h-11 items-center underline lg:min-h-6">
        {text.bannerOpen}
      </Link>
    </p>
  );
}
