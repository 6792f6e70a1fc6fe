// Withdrawals: the queues, the position and the verdict of one, and its decisions.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { QueueName } from '@chaba/contract/back-office/queues';
import type { ActionOutcome, WithdrawalDetail, WithdrawalQueue, WithdrawalRow } from '@chaba/contract/back-office/wire';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { BulkDialog } from '#action/bulk-dialog';
import { ClaimBar } from '#action/claim';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import type { Undoable } from '#action/undo';
import { queryClient, withdrawalQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { nameCode } from '#text/code-words';
import { describePayout } from '#text/payout-words';
import { useQueueWords } from '#text/queue-words';
import type { Words } from '#text/words.text';
import { Button } from '#ui/button';
import { type Column, useKeys } from '#ui/data-table';
import { type FactPair, Facts } from '#ui/facts';
import { KeyHint } from '#ui/key-hint';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';

import {
  BulkBar,
  ClaimCell,
  isFreeItem,
  MemberLink,
  PutOffBadge,
  sumAmounts,
  useQueueSteps,
  useTarget,
  useUndo,
  WaitingAge,
} from './queue-parts.tsx';
import { useFirstRow, useListState } from './use-list.ts';
import { useSelection } from './use-selection.ts';
import { WhyDialog } from './why.tsx';

const QUEUES: readonly WithdrawalQueue[] = ['waiting', 'unsent', 'stuck', 'disputed', 'recent'];
/** The grace of a site unless it set another; the server decides. */
const UNDO_MS = 10_000;

/** The queue to which the claim of each chip belongs. */
const CLAIMED: Readonly<Record<WithdrawalQueue, QueueName>> = {
  waiting: 'withdrawals',
  unsent: 'withdrawals',
  recent: 'withdrawals',
  stuck: 'payouts',
  disputed: 'disputes',
};

const keyOf = ({ reference }: WithdrawalRow): string => reference;

export function WithdrawalsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useWords();
  const state = useListState();
  const queue = QUEUES.find((each) => each === state.get('queue')) ?? 'waiting';
  const listed = useListRows(site, 'withdrawals', { filter: { queue }, keyOf });
  const { list, rows } = listed;
  const columns = useColumns(queue, useTarget(site, CLAIMED[queue]));
  const chosen = useFirstRow(state, list, { rows, keyOf, isFree: isFreeItem });
  const { bar, setUndoable } = useUndo(site, ({ subject }) => state.choose(subject));
  const { selection, bulk, isPicked } = useWithdrawalBulk({
    site,
    roles,
    queue,
    rows: queue === 'waiting' ? rows : [],
  });
  // The next row is fetched ahead, so that a decision leads to it without waiting.
  const onNext = (key: string): void => void queryClient.prefetchQuery(withdrawalQuery(site, key));
  const { openNext } = useQueueSteps({ rows, keyOf, chosen, choose: state.choose, onNext });

  return (
    <ListPage
      title={text.withdrawals.list}
      placeholder={text.withdrawals.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : (
          <WithdrawalPanel
            key={chosen}
            site={site}
            queue={CLAIMED[queue]}
            reference={chosen}
            roles={roles}
            hasKeys={!isPicked}
            onDone={queue === 'recent' ? () => undefined : openNext}
            onUndoable={setUndoable}
          />
        )
      }
      tools={
        <>
          <Chips
            label={text.withdrawals.queue}
            values={QUEUES.map((each) => [each, text.withdrawals.queues[each]] as const)}
            chosen={queue}
            onChoose={(value) => state.filter({ queue: value })}
          />
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.withdrawals.empty} help={text.withdrawals.emptyHelp} />}
        label={text.withdrawals.list}
        columns={columns}
        chosen={chosen}
        onChoose={state.choose}
        selection={selection}
      />
      {bulk}
      {bar}
    </ListPage>
  );
}

/** Approve or reject for many rows, for roles that may do so without another person. */
function useWithdrawalBulk({
  site,
  roles,
  queue,
  rows,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly queue: WithdrawalQueue;
  readonly rows: readonly WithdrawalRow[];
}) {
  const text = useWords();
  const open = rows.filter(({ request }) => request === null).map(keyOf);
  const { chosen, toggle, toggleAll, clear } = useSelection(open, queue);
  const [action, setAction] = useState<ActionName>();
  const names = (['withdrawal.approve', 'withdrawal.reject'] as const).filter(
    (name) => findActingRole(roles, actions[name].permission) !== undefined,
  );
  const isOffered = names.length > 0 && open.length > 0;
  const picked = rows.filter(({ reference }) => chosen.has(reference));
  const sum = formatAmount(sumAmounts(picked.map(({ amount }) => amount)));
  useKeys({
    ...(isOffered ? { 'Shift+KeyX': () => toggleAll(open) } : {}),
    ...(picked.length > 0 ? Object.fromEntries(names.map((name) => [KEYS[name] ?? name, () => setAction(name)])) : {}),
  });
  const items = picked.map(({ reference }) => ({ subject: reference, input: { withdrawal: reference } }));
  const queueText = useQueueWords();
  return {
    isPicked: picked.length > 0,
    selection: isOffered
      ? { chosen, toggle, canSelect: (key: string) => open.includes(key), labelOf: queueText.bulk.select }
      : undefined,
    bulk: (
      <>
        {picked.length > 0 && (
          <BulkBar label={queueText.bulk.chosen(picked.length, sum)} onClear={clear}>
            {names.map((name) => (
              <Button key={name} onClick={() => setAction(name)}>
                {text.actions[name]}
              </Button>
            ))}
          </BulkBar>
        )}
        {action && (
          <BulkDialog
            site={site}
            action={action}
            items={items}
            sum={sum}
            onClose={() => {
              setAction(undefined);
              clear();
            }}
          />
        )}
      </>
    ),
  };
}

function useColumns(
  queue: WithdrawalQueue,
  targetMinutes: number | null | undefined,
): readonly Column<WithdrawalRow, ColumnId<'withdrawals'>>[] {
  const text = useWords();
  const queueText = useQueueWords();
  const { columns } = text.withdrawals;
  return [
    { id: 'age', title: columns.age, cell: (row) => <Age row={row} targetMinutes={targetMinutes} /> },
    { id: 'reference', title: columns.reference, cell: ({ reference }) => reference },
    { id: 'member', title: columns.member, cell: ({ member }) => <span className="whitespace-nowrap">{member}</span> },
    {
      id: 'amount',
      title: columns.amount,
      isNumber: true,
      cell: ({ amount }) => <strong className="font-semibold">{formatAmount(amount)}</strong>,
    },
    {
      id: 'to',
      title: columns.to,
      cell: ({ destination }) => <span className="whitespace-nowrap text-text-2">{destination}</span>,
    },
    {
      id: 'why',
      title: columns.why,
      cell: ({ reasons, request, state, putOff }) => (
        <span className="flex flex-wrap items-center gap-1 text-text-2">
          {queue === 'recent' && <StateBadge state={state} />}
          {putOff && <PutOffBadge putOff={putOff} />}
          {request !== null && <Badge tone="warning">{request}</Badge>}
          {describeReasons(text, queue, reasons)}
        </span>
      ),
    },
    { id: 'claim', title: queueText.claims.column, cell: ({ claim }) => <ClaimCell claim={claim} /> },
  ];
}

/** Rows of payouts have their state or the two statements as the first reason. */
function describeReasons(text: Words, queue: WithdrawalQueue, reasons: readonly string[]): string {
  const [first = '', ...others] = reasons;
  const words = others.map((code) => nameCode(text, text.withdrawals.reasons, code));
  if (queue === 'disputed') return [describePayout(text, `disputed ${first}`), ...words].join(', ');
  if (queue === 'stuck') {
    const [state = '', tries = ''] = first.split(' ');
    return [text.withdrawals.tried(describePayout(text, state), tries), ...words].join(', ');
  }
  return reasons.map((code) => nameCode(text, text.withdrawals.reasons, code)).join(', ');
}

function Age({
  row,
  targetMinutes,
}: {
  readonly row: WithdrawalRow;
  readonly targetMinutes: number | null | undefined;
}) {
  const time = useTime();
  if (row.state === 'requested') return <WaitingAge since={row.createdAt} targetMinutes={targetMinutes} />;
  const isOpen = row.state === 'approved' || row.state === 'paying';
  if (isOpen) return <WaitingAge since={row.createdAt} targetMinutes={null} />;
  return <span className="whitespace-nowrap text-text-2">{time(row.createdAt)}</span>;
}

const TONES: Readonly<Record<string, Tone>> = {
  requested: 'warning',
  approved: 'info',
  paying: 'info',
  paid: 'success',
  rejected: 'plain',
  failed: 'danger',
  returned: 'danger',
};

function StateBadge({ state }: { readonly state: string }) {
  const text = useWords();
  return <Badge tone={TONES[state] ?? 'plain'}>{nameCode(text, text.withdrawals.states, state)}</Badge>;
}

/** Actions that fit the state; the server decides again. */
function listActions({ facts, request, graceSeconds }: WithdrawalDetail): readonly ActionName[] {
  if (request !== null) return [];
  const isOpenAtBank = facts.payout?.startsWith('disputed') === true || facts.payout === 'unknown';
  if (isOpenAtBank) return ['payout.confirm-paid', 'payout.confirm-failed'];
  if (facts.state === 'requested') return ['withdrawal.approve', 'withdrawal.reject'];
  if (facts.state === 'approved') {
    return graceSeconds === null ? ['withdrawal.stop'] : ['withdrawal.reopen', 'withdrawal.stop'];
  }
  return facts.state === 'paying' ? ['payout.confirm-paid', 'payout.confirm-failed'] : [];
}

const KEYS: Readonly<Partial<Record<ActionName, string>>> = {
  'withdrawal.approve': 'KeyA',
  'withdrawal.reject': 'KeyR',
  'withdrawal.stop': 'KeyS',
};

/** The open dialog of a withdrawal, and the way on after its action. */
function useDecision({
  data,
  reference,
  onDone,
  onUndoable,
}: {
  readonly data: WithdrawalDetail | undefined;
  readonly reference: string;
  readonly onDone: (reference: string) => void;
  readonly onUndoable: (undoable: Undoable) => void;
}) {
  const queueText = useQueueWords();
  const text = useWords();
  const notice = useNotice();
  const [open, setOpen] = useState<OpenAction>();

  function start(action: ActionName): void {
    if (!data) return;
    const isTwo = actions[action].people === 'two' || (action === 'withdrawal.approve' && data.needsSecondPerson);
    setOpen({ action, input: { withdrawal: reference }, facts: data.facts, factsHash: data.factsHash, isTwo });
  }

  function finish({ outcome, request }: ActionOutcome, { action }: OpenAction): void {
    setOpen(undefined);
    const name = text.actions[action];
    if (action === 'withdrawal.approve' && outcome === 'approved') {
      onUndoable({
        action: 'withdrawal.reopen',
        input: { withdrawal: reference },
        subject: reference,
        sentence: queueText.undo.done(name, reference),
        until: Date.now() + UNDO_MS,
      });
    } else notice(request === undefined ? `${name} ${reference}` : text.action.requested(request));
    onDone(reference);
  }
  return { open, setOpen, start, finish };
}

function WithdrawalPanel({
  site,
  queue,
  reference,
  roles,
  hasKeys,
  onDone,
  onUndoable,
}: {
  readonly site: string;
  readonly queue: QueueName;
  readonly reference: string;
  readonly roles: readonly Role[];
  /** Keys of actions belong to the open item while no rows are chosen. */
  readonly hasKeys: boolean;
  readonly onDone: (reference: string) => void;
  readonly onUndoable: (undoable: Undoable) => void;
}) {
  const { data, error, isPending, refetch } = useQuery(withdrawalQuery(site, reference));
  const { open, setOpen, start, finish } = useDecision({ data, reference, onDone, onUndoable });
  const [isWhyOpen, setWhyOpen] = useState(false);
  const offered = data
    ? listActions(data).filter((name) => findActingRole(roles, actions[name].permission) !== undefined)
    : [];

  useKeys({
    ...(hasKeys
      ? Object.fromEntries(offered.flatMap((name) => (KEYS[name] ? [[KEYS[name], () => start(name)]] : [])))
      : {}),
    ...(data ? { KeyY: () => setWhyOpen(true) } : {}),
  });

  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head site={site} roles={roles} detail={data} onWhy={() => setWhyOpen(true)} />
      <ClaimBar site={site} queue={queue} item={reference} roles={roles} onPutOff={() => onDone(reference)} />
      <SecondPerson detail={data} offered={offered} />
      <PanelButtons offered={offered} onStart={start} />
      <Sections detail={data} />
      {open && (
        <ActionDialog
          site={site}
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={(outcome) => finish(outcome, open)}
        />
      )}
      {isWhyOpen && <WhyDialog reasons={data.why} onClose={() => setWhyOpen(false)} />}
    </>
  );
}

function PanelButtons({
  offered,
  onStart,
}: {
  readonly offered: readonly ActionName[];
  readonly onStart: (name: ActionName) => void;
}) {
  const text = useWords();
  if (offered.length === 0) return null;
  return (
    <div className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-t border-hairline bg-bar p-2 lg:static lg:mt-3 lg:border-0 lg:bg-transparent lg:p-0">
      {offered.map((name, index) => (
        <Button key={name} variant={getVariant(name, index)} className="flex-1" onClick={() => onStart(name)}>
          {text.actions[name]}
          {KEYS[name] && <KeyHint name={KEYS[name].slice(3).toLowerCase()} />}
        </Button>
      ))}
    </div>
  );
}

/** The note about a second person. */
function SecondPerson({
  detail,
  offered,
}: {
  readonly detail: WithdrawalDetail;
  readonly offered: readonly ActionName[];
}) {
  const text = useWords();
  if (detail.request !== null) return <Callout tone="warning">{text.withdrawals.waits(detail.request)}</Callout>;
  const isShown = detail.needsSecondPerson && offered.includes('withdrawal.approve');
  return isShown ? <Callout tone="warning">{text.withdrawals.second}</Callout> : null;
}

function getVariant(name: ActionName, index: number): 'primary' | 'danger' | 'secondary' {
  if (/stop/.test(name)) return 'danger';
  return index === 0 ? 'primary' : 'secondary';
}

const VERDICT_TONES = { submit: 'success', wait: 'info', review: 'warning', repay: 'warning', none: 'info' } as const;

function Head({
  site,
  roles,
  detail: { facts, createdAt, graceSeconds },
  onWhy,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly detail: WithdrawalDetail;
  readonly onWhy: () => void;
}) {
  const text = useWords();
  const queueText = useQueueWords();
  const time = useTime();
  const reasons = facts.verdictReasons.map((code) => nameCode(text, text.withdrawals.reasons, code)).join(', ');
  const isDisputed = facts.payout?.startsWith('disputed') === true;
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title-3">{facts.reference}</h2>
        <StateBadge state={facts.state} />
      </div>
      <p className="text-title-1">{formatAmount(facts.amount)}</p>
      <p>
        <MemberLink site={site} roles={roles} memberId={facts.memberId} name={facts.member} />
      </p>
      <p className="text-text-2">{`${facts.destination} · ${time(createdAt)}`}</p>
      <Callout tone={isDisputed ? 'warning' : VERDICT_TONES[facts.verdict]}>
        {isDisputed ? describePayout(text, facts.payout ?? '') : text.withdrawals.verdict[facts.verdict]}
        {reasons !== '' && `: ${reasons}`}
        {graceSeconds !== null && (
          <span className="block">
            {graceSeconds > 0 ? queueText.undo.grace(graceSeconds) : queueText.undo.graceOver}
          </span>
        )}
        <span className="-ml-3 block">
          <Button variant="quiet" onClick={onWhy}>
            {queueText.why.title}
            <KeyHint name="y" />
          </Button>
        </span>
      </Callout>
    </div>
  );
}

function Sections({ detail }: { readonly detail: WithdrawalDetail }) {
  const text = useWords();
  const time = useTime();
  const { sources } = useMemberWords().page;
  const { facts, position, history } = detail;
  const names = text.withdrawals.facts;
  const yesNo = (value: boolean): string => (value ? text.yes : text.no);
  const reasons = facts.reviewReasons.map((code) => nameCode(text, text.withdrawals.reasons, code));
  const checks: readonly FactPair[] = [
    [text.withdrawals.columns.why, reasons.join(', ') || text.none],
    [names.name, yesNo(history.isNameVerified)],
    [names.locked, yesNo(position.isLocked)],
    ...(facts.payout === null ? [] : [[names.payout, describePayout(text, facts.payout)] as const]),
    ...(detail.decidedBy === null ? [] : [[names.decidedBy, detail.decidedBy] as const]),
  ];
  const money: readonly FactPair[] = [
    [names.playable, formatAmount(position.playable)],
    [names.parked, formatAmount(position.parked)],
    [names.owed, formatAmount(position.owed)],
    [names.openRounds, position.openRounds],
    ...(facts.removed === '0.00' ? [] : [[names.removed, formatAmount(facts.removed)] as const]),
    ...position.lines.map(
      ({ source, progress, required }, index): FactPair => [
        `${names.turnover} ${index + 1} ${sources[source] ?? source}`,
        `${formatAmount(progress)} / ${formatAmount(required)}`,
      ],
    ),
  ];
  const past: readonly FactPair[] = [
    [names.deposits, formatAmount(history.totalDeposit)],
    [names.paid, formatAmount(history.totalWithdraw)],
    [names.paidCount, history.paid],
    [names.today, `${history.paidToday} / ${history.failedToday}`],
    [names.registered, time(history.registeredAt)],
  ];
  return (
    <div className="dense grid gap-4 pt-3">
      <Section title={text.withdrawals.checks} facts={checks} />
      <Section title={text.withdrawals.position} facts={money} />
      <Section title={text.withdrawals.history} facts={past} />
    </div>
  );
}

function Section({ title, facts }: { readonly title: string; readonly facts: readonly FactPair[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <Facts facts={facts} />
    </section>
  );
}
