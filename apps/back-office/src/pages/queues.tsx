// All queues: how many wait, since when, against which target, who works on them. The oldest free item is one key away.

import type { QueueRow } from '@chaba/contract/back-office/queue-wire';
import { actions } from '@chaba/contract/back-office/actions';
import { queues } from '@chaba/contract/back-office/queues';
import { hasPermission, findActingRole, type Role } from '@chaba/contract/back-office/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { type FieldsAction, FieldsDialog } from '#action/fields-dialog';
import { queuesQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { getUrgency, toQueuePath } from '#shell/overdue';
import { formatSpan, useWords } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { type Column, DataTable } from '#ui/data-table';
import { Field } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useNow } from '#ui/use-now';

import { HandoverBanner } from './handover.tsx';
import { useListState } from './use-list.ts';

const FILTERS = ['waiting', 'overdue', 'all'] as const;

export function QueuesPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useQueueWords();
  const state = useListState();
  const navigate = useNavigate();
  const now = useNow();
  const { data = [], isPending, isSuccess, error, refetch } = useQuery(queuesQuery(site));
  const filter = FILTERS.find((each) => each === state.get('show')) ?? 'waiting';
  const rows = data.filter((row) => {
    if (filter === 'all') return true;
    return filter === 'overdue' ? getUrgency(row, now) === 'overdue' : row.count > 0;
  });
  const mayChange = findActingRole(roles, 'queues.targets') !== undefined;
  const [changed, setChanged] = useState<QueueRow>();
  const columns = useColumns({ site, ...(mayChange ? { onChange: setChanged } : {}) });
  return (
    <ListPage
      title={text.list}
      panel={undefined}
      placeholder={undefined}
      onClosePanel={() => undefined}
      tools={
        <Chips
          label={text.filter}
          values={FILTERS.map((each) => [each, text.filters[each]] as const)}
          chosen={filter}
          onChoose={(value) => state.filter({ show: value === 'waiting' ? '' : value })}
        />
      }
    >
      {hasPermission(roles, 'queues.work') && <HandoverBanner site={site} />}
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isSuccess && rows.length === 0 && (
        <EmptyState title={filter === 'overdue' ? text.emptyOverdue : text.empty} help={text.emptyHelp} />
      )}
      {rows.length > 0 && (
        <DataTable
          label={text.list}
          columns={columns}
          rows={rows}
          keyOf={({ queue }) => queue}
          chosen={state.get('row') === '' ? undefined : state.get('row')}
          onChoose={(key, isOpened) => {
            const row = rows.find(({ queue }) => queue === key);
            if (row && isOpened) void navigate(toQueuePath(site, row.queue));
            else state.set('row', key);
          }}
        />
      )}
      <Recovery site={site} roles={roles} />
      {changed && <TargetDialog site={site} row={changed} onClose={() => setChanged(undefined)} />}
    </ListPage>
  );
}

/** Actions after a recovery of the database: a payout that it lost, and the release of all. */
const AFTER_RECOVERY: readonly FieldsAction[] = [
  { action: 'payout.record-lost', input: {}, fields: ['payout', 'member'] },
  { action: 'payouts.release', input: {}, fields: ['site'] },
];

function Recovery({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const words = useWords();
  const text = useQueueWords();
  const notice = useNotice();
  const [open, setOpen] = useState<FieldsAction>();
  const offered = AFTER_RECOVERY.filter(
    ({ action }) => findActingRole(roles, actions[action].permission) !== undefined,
  );
  if (offered.length === 0) return null;
  return (
    <details className="border-t border-hairline p-3">
      <summary className="min-h-11 cursor-pointer content-center text-text-2 lg:min-h-9">{text.recovery}</summary>
      <div className="mt-2 flex flex-wrap gap-2">
        {offered.map((each) => (
          <Button key={each.action} onClick={() => setOpen(each)}>
            {words.actions[each.action]}
          </Button>
        ))}
      </div>
      {open && (
        <FieldsDialog
          site={site}
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={({ request }) => {
            setOpen(undefined);
            notice(request === undefined ? words.action.done : words.action.requested(request));
          }}
        />
      )}
    </details>
  );
}

function useColumns({
  site,
  onChange,
}: {
  readonly site: string;
  readonly onChange?: (row: QueueRow) => void;
}): readonly Column<QueueRow>[] {
  const text = useQueueWords();
  const { columns } = text;
  return [
    {
      id: 'queue',
      title: columns.queue,
      cell: ({ queue, count }) => (
        <a
          href={toQueuePath(site, queue)}
          tabIndex={-1}
          className={count > 0 ? 'font-semibold' : 'text-text-2'}
          onClick={(event) => event.preventDefault()}
        >
          {text.names[queue]}
        </a>
      ),
    },
    {
      id: 'count',
      title: columns.count,
      isNumber: true,
      cell: ({ count, isMore }) => (isMore ? text.more(count) : count),
    },
    { id: 'oldest', title: columns.oldest, isNumber: true, cell: (row) => <OldestAge row={row} /> },
    {
      id: 'target',
      title: columns.target,
      isNumber: true,
      cell: (row) => (
        <span className="text-text-2">
          {row.targetMinutes === null ? text.information : text.minutes(row.targetMinutes)}
          {onChange && row.targetMinutes !== null && (
            <Button
              variant="quiet"
              aria-label={`${text.targetTitle}: ${text.names[row.queue]}`}
              onClick={(event) => {
                event.stopPropagation();
                onChange(row);
              }}
            >
              {text.targetTitle}
            </Button>
          )}
        </span>
      ),
    },
    {
      id: 'workers',
      title: columns.workers,
      cell: ({ workers }) => <span className="text-text-2">{workers.join(', ')}</span>,
    },
  ];
}

const TONES = {
  overdue: 'text-danger font-semibold',
  soon: 'text-warning font-semibold',
  calm: 'text-text-2',
} as const;

/** Colour and word, because colour alone says nothing to some. */
function OldestAge({ row }: { readonly row: QueueRow }) {
  const text = useQueueWords();
  const now = useNow();
  if (row.oldestAt === null || row.count === 0) return null;
  const urgency = getUrgency(row, now);
  const word = urgency === 'calm' ? undefined : text[urgency];
  return (
    <span className={TONES[urgency]}>
      {formatSpan((now - Date.parse(row.oldestAt)) / 1_000)}
      {word !== undefined && <span className="ml-1 text-micro">{word}</span>}
    </span>
  );
}

function TargetDialog({
  site,
  row,
  onClose,
}: {
  readonly site: string;
  readonly row: QueueRow;
  readonly onClose: () => void;
}) {
  const text = useQueueWords();
  const words = useWords();
  const notice = useNotice();
  const [minutes, setMinutes] = useState(String(row.targetMinutes ?? queues[row.queue].targetMinutes ?? ''));
  return (
    <ActionDialog
      site={site}
      open={{ action: 'queue.set-target', input: { queue: row.queue, minutes }, isTwo: true }}
      form={
        <Field
          label={`${text.names[row.queue]}: ${text.targetMinutes}`}
          inputMode="numeric"
          maxLength={5}
          value={minutes}
          onChange={setMinutes}
        />
      }
      onClose={onClose}
      onDone={({ request }) => {
        onClose();
        notice(request === undefined ? words.action.done : words.action.requested(request));
      }}
    />
  );
}
