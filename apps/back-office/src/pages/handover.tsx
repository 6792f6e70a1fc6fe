// Handover: the open items of now, a note to the next shift, and the notes before; the newest unread one stands above
// the queues.
//
// Always true: a note is confirmed by another person than its writer.

import { type HandoverQueue, type HandoverRow, type Shift, shifts } from '@chaba/contract/back-office/shifts';
import { Badge } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { handoversQuery, queuesQuery } from '#api/queries';
import { formatSpan, useTime } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { useShiftWords } from '#text/shift-words';
import { Button } from '#ui/button';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useNow } from '#ui/use-now';
import { useTitle } from '#ui/use-title';

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_MS = 3_600_000;
const ZONE_MS = 7 * HOUR_MS;
/** A note belongs to the shift that was at work four hours before. */
const BEFORE_MS = 4 * HOUR_MS;
const SHIFT_HOURS = 8;
const BEGINS_AT = 6;

/** The shift that ends, by the time of Bangkok: morning from 6, afternoon from 14, night from 22. */
function findShift(now: number): Shift {
  const hour = new Date(now + ZONE_MS - BEFORE_MS).getUTCHours();
  return shifts[Math.floor(((hour - BEGINS_AT + 24) % 24) / SHIFT_HOURS)] ?? 'night';
}

export function HandoverPage({ site }: { readonly site: string }) {
  const text = useShiftWords();
  useTitle(text.list);
  const [open, setOpen] = useState<OpenAction>();
  const query = useQuery(handoversQuery(site));
  const rows = query.data ?? [];
  return (
    <section aria-label={text.list} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-3 py-2">
        <h1 className="text-title-3">{text.list}</h1>
        <p className="min-w-0 flex-1 basis-60 text-text-2">{text.help}</p>
        <Button
          variant="primary"
          onClick={() =>
            setOpen({
              action: 'shift.hand-over',
              input: { shift: findShift(Date.now()) },
              isTwo: false,
              reasonLabel: text.note,
            })
          }
        >
          <NotebookPen aria-hidden="true" size={16} />
          {text.write}
        </Button>
      </div>
      <OpenItems site={site} />
      <h2 className="px-3 pt-3 text-body font-semibold">{text.before}</h2>
      {query.isPending && <LoadingRows />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && <EmptyState title={text.empty} help={text.emptyHelp} />}
      <ul>
        {rows.map((row) => (
          <li key={row.handover} className="border-b border-hairline px-3 py-3">
            <Note row={row} onConfirm={setOpen} />
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <ActionDialog site={site} open={open} onClose={() => setOpen(undefined)} onDone={() => setOpen(undefined)} />
      )}
    </section>
  );
}

/** The queues that are not empty now. */
function OpenItems({ site }: { readonly site: string }) {
  const text = useShiftWords();
  const now = useNow();
  const { data = [] } = useQuery(queuesQuery(site));
  const queues = data
    .filter(({ count, targetMinutes }) => count > 0 && targetMinutes !== null)
    .map(({ queue, count, oldestAt, targetMinutes }): HandoverQueue => {
      const age = oldestAt === null ? 0 : (now - Date.parse(oldestAt)) / SECOND_MS;
      return { queue, count, oldestAt, isOverdue: targetMinutes !== null && age > targetMinutes * MINUTE_S };
    });
  return (
    <div className="grid gap-2 px-3 pt-3">
      <h2 className="text-body font-semibold">{text.now}</h2>
      {queues.length === 0 ? <p className="text-text-2">{text.nothing}</p> : <Queues queues={queues} at={now} />}
    </div>
  );
}

function Queues({ queues, at }: { readonly queues: readonly HandoverQueue[]; readonly at: number }) {
  const text = useShiftWords();
  const { names } = useQueueWords();
  return (
    <ul className="dense flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
      {queues.map(({ queue, count, isOverdue, oldestAt }) => (
        <li key={queue} className="flex flex-wrap items-center gap-1.5">
          <span>{`${names[queue]} ${count}`}</span>
          {oldestAt !== null && (
            <span className="text-text-2">{formatSpan((at - Date.parse(oldestAt)) / SECOND_MS)}</span>
          )}
          {isOverdue && <Badge tone="danger">{text.overdue}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Note({ row, onConfirm }: { readonly row: HandoverRow; readonly onConfirm: (open: OpenAction) => void }) {
  const text = useShiftWords();
  const time = useTime();
  const { handover, by, at, note, queues, requests, signedIn, readBy, readAt, isOwn } = row;
  return (
    <div className="grid gap-1.5">
      <p className="text-micro text-text-3">{text.from(by, time(at))}</p>
      <p className="break-words whitespace-pre-line">{note}</p>
      {queues.length > 0 && <Queues queues={queues} at={Date.parse(at)} />}
      <p className="dense text-text-2">{`${text.requests(requests)} · ${text.signedIn(signedIn.join(', '))}`}</p>
      <div className="flex flex-wrap items-center gap-3">
        {readBy === null || readAt === null ? (
          <Badge tone="warning">{text.unread}</Badge>
        ) : (
          <span className="text-micro text-text-3">{text.readBy(readBy, time(readAt))}</span>
        )}
        {readBy === null && !isOwn && (
          <Button onClick={() => onConfirm({ action: 'shift.confirm-read', input: { handover }, isTwo: false })}>
            {text.confirm}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The newest unconfirmed note of another person. */
export function HandoverBanner({ site }: { readonly site: string }) {
  const text = useShiftWords();
  const [open, setOpen] = useState<OpenAction>();
  const { data = [] } = useQuery(handoversQuery(site));
  const row = data.find(({ readBy, isOwn }) => readBy === null && !isOwn);
  if (row === undefined) return null;
  return (
    <section aria-label={text.banner(row.by)} className="border-b border-hairline bg-warning/9 px-3 py-3">
      <h2 className="text-body font-semibold">{text.banner(row.by)}</h2>
      <Note row={row} onConfirm={setOpen} />
      {open !== undefined && (
        <ActionDialog site={site} open={open} onClose={() => setOpen(undefined)} onDone={() => setOpen(undefined)} />
      )}
    </section>
  );
}
