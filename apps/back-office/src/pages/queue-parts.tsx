// Parts that the pages of queues share: who works on a row, a row that was put off, the bar of chosen rows, steps.

import type { ClaimFacts, ItemMarks, PutOffFacts } from '@chaba/contract/back-office/queue-wire';
import type { QueueName } from '@chaba/contract/back-office/queues';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { add, formatProviderAmount, parseBaht, zeroMoney } from '@chaba/money';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import { type Undoable, UndoBar } from '#action/undo';
import { queuesQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { getUrgency } from '#shell/overdue';
import { formatSpan, useTime } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { useNow } from '#ui/use-now';

export function ClaimCell({ claim }: { readonly claim: ClaimFacts | null }) {
  const text = useQueueWords();
  const now = useNow();
  if (claim === null) return null;
  const age = formatSpan((now - Date.parse(claim.since)) / 1_000);
  return (
    <span className="whitespace-nowrap text-text-2">
      {claim.isOwn ? text.claims.own(age) : text.claims.other(claim.by, age)}
    </span>
  );
}

/** How long an item waits: amber from two thirds of the target, red beyond, with a sign. */
export function WaitingAge({
  since,
  targetMinutes,
}: {
  readonly since: string;
  readonly targetMinutes: number | null | undefined;
}) {
  const text = useQueueWords();
  const now = useNow();
  const urgency = getUrgency({ oldestAt: since, targetMinutes: targetMinutes ?? null, count: 1 }, now);
  const age = formatSpan((now - Date.parse(since)) / 1_000);
  if (urgency === 'calm') return <span className="whitespace-nowrap text-text-2">{age}</span>;
  return (
    <span
      className={`whitespace-nowrap ${urgency === 'overdue' ? 'text-danger' : 'text-warning'}`}
      title={text[urgency]}
    >
      {`${age} !`}
    </span>
  );
}

/** Minutes until an item of the queue is overdue at this site. */
export function useTarget(site: string, queue: QueueName): number | null | undefined {
  const { data = [] } = useQuery(queuesQuery(site));
  return data.find((row) => row.queue === queue)?.targetMinutes;
}

export function PutOffBadge({ putOff }: { readonly putOff: PutOffFacts }) {
  const text = useQueueWords();
  const time = useTime();
  return (
    <span title={text.putOff.until(time(putOff.until), putOff.by, putOff.reason)}>
      <Badge>{text.putOff.badge}</Badge>
    </span>
  );
}

/** The name of a member, with the way to the member's page for roles that open it. */
export function MemberLink({
  site,
  roles,
  memberId,
  name,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly memberId: string;
  readonly name: string;
}) {
  if (!hasPermission(roles, 'members.view')) return name;
  return (
    <Link to={`/${site}/members/M${memberId.padStart(8, '0')}`} className="underline">
      {name}
    </Link>
  );
}

/** Free of other people, and not put off. */
export const isFreeItem = ({ claim, putOff }: ItemMarks): boolean => (claim === null || claim.isOwn) && putOff === null;

/** The bar of the chosen rows with their actions. */
export function BulkBar({
  label,
  onClear,
  children,
}: {
  readonly label: string;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) {
  const text = useQueueWords();
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="sticky bottom-14 flex flex-wrap items-center gap-2 border-t border-hairline bg-bar px-3 py-2 lg:bottom-0"
    >
      <span className="mr-auto">{label}</span>
      {children}
      <Button variant="quiet" onClick={onClear}>
        {text.bulk.clear}
      </Button>
    </div>
  );
}

/**
 * Steps of a queue: the open row, keys `[` and `]` for the item before and after it, and the way on after a decision.
 * `onNext`: the row after the open one, to fetch it ahead.
 */
export function useQueueSteps<Row>({
  rows,
  keyOf,
  chosen,
  choose,
  onNext,
}: {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
  readonly onNext?: (key: string) => void;
}): { readonly openNext: (key: string) => void } {
  const find = (key: string | undefined): number => rows.findIndex((row) => keyOf(row) === key);
  const keyAt = (at: number): string | undefined => {
    const row = rows[at];
    return row === undefined ? undefined : keyOf(row);
  };
  const index = find(chosen);
  const next = keyAt(index + 1);
  const latest = useRef(onNext);
  useEffect(() => {
    latest.current = onNext;
  });
  useEffect(() => {
    if (chosen !== undefined && next !== undefined) latest.current?.(next);
  }, [chosen, next]);
  const step = (by: number) => () => {
    const key = keyAt(index + by);
    if (key !== undefined) choose(key);
  };
  useKeys({ BracketLeft: step(-1), BracketRight: step(1) });
  return {
    openNext(key) {
      const at = find(key);
      choose(keyAt(at + 1) ?? keyAt(at - 1));
    },
  };
}

/** The bar of the last action, where it can be taken back. */
export function useUndo(site: string, onUndone: (undoable: Undoable) => void) {
  const notice = useNotice();
  const [undoable, setUndoable] = useState<Undoable>();
  const bar = undoable && (
    <UndoBar
      key={`${undoable.subject}:${undoable.until}`}
      site={site}
      undoable={undoable}
      onUndone={(sentence) => {
        setUndoable(undefined);
        notice(sentence);
        onUndone(undoable);
      }}
    />
  );
  return { bar, setUndoable };
}

/** The sum of decimal texts. */
export function sumAmounts(amounts: readonly string[]): string {
  const sum = add(zeroMoney, ...amounts.map((text) => parseBaht(text) ?? zeroMoney));
  return formatProviderAmount(sum).slice(0, -2);
}
