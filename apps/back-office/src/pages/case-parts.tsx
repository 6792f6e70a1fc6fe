// Parts that the pages of cases share: a deadline, and a contact as it was recorded.

import type { ComplaintRow, ContactRow } from '@chaba/contract/back-office/case-wire';

import { useCaseWords } from '#text/case-words';
import { formatSpan, useTime } from '#text/language';
import { useNow } from '#ui/use-now';

const DAY_S = 86_400;

/** Time until the deadline; red and with a sign beyond it. */
export function Deadline({ row }: { readonly row: Pick<ComplaintRow, 'state' | 'dueAt' | 'outcome'> }) {
  const words = useCaseWords();
  const now = useNow();
  if (row.state === 'closed') {
    return <span className="text-text-2">{row.outcome === null ? '' : words.outcomes[row.outcome]}</span>;
  }
  const seconds = (Date.parse(row.dueAt) - now) / 1_000;
  const size = Math.abs(seconds);
  const span = size >= 2 * DAY_S ? words.dayCount(Math.floor(size / DAY_S)) : formatSpan(size);
  if (seconds <= 0) return <span className="whitespace-nowrap text-danger">{`${words.overdue(span)} !`}</span>;
  return (
    <span className={`whitespace-nowrap ${seconds < DAY_S ? 'text-warning' : 'text-text-2'}`}>{words.left(span)}</span>
  );
}

/** A contact as it was recorded. */
export function ContactFacts({ contact }: { readonly contact: ContactRow }) {
  const words = useCaseWords();
  const time = useTime();
  const { channel, direction, summary, chatUrl, by, at } = contact;
  return (
    <div className="grid gap-0.5">
      <p className="break-words whitespace-pre-wrap">{summary}</p>
      <p className="text-micro text-text-3">
        {`${words.channels[channel]} · ${words.directions[direction]} · ${by} · ${time(at)}`}
      </p>
      {chatUrl !== null && (
        <p>
          <a href={chatUrl} target="_blank" rel="noopener noreferrer" className="underline">
            {words.openChat}
          </a>
        </p>
      )}
    </div>
  );
}
