// Withdrawals: the queues, the position and the verdict of one, and its decisions.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { WithdrawalDetail, WithdrawalQueue, WithdrawalRow } from '@chaba/contract/back-office/wire';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { listQuery, queryClient, withdrawalQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, formatSpan, useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import { type Column, useKeys } from '#ui/data-table';
import { type FactPair, Facts } from '#ui/facts';
import { Chips, ListPage, ListRows } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useNow } from '#ui/use-now';

import { useListState } from './use-list.ts';

const QUEUES: readonly WithdrawalQueue[] = ['waiting', 'unsent', 'stuck', 'disputed', 'recent'];
const TARGET_SECONDS = 180;

export function WithdrawalsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useWords();
  const state = useListState();
  const queue = QUEUES.find((each) => each === state.get('queue')) ?? 'waiting';
  const list = useInfiniteQuery(listQuery(site, 'withdrawals', { queue }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const columns = useColumns(queue);

  // The next row is fetched ahead, so that a decision leads to it without waiting.
  const next = rows[rows.findIndex(({ reference }) => reference === state.chosen) + 1]?.reference;
  useEffect(() => {
    if (state.chosen !== undefined && next !== undefined) void queryClient.prefetchQuery(withdrawalQuery(site, next));
  }, [site, state.chosen, next]);

  /** After a decision the next row of the queue opens. */
  function openNext(reference: string): void {
    const index = rows.findIndex((row) => row.reference === reference);
    const following = rows[index + 1] ?? rows[index - 1];
    if (queue !== 'recent') state.choose(following?.reference);
  }

  return (
    <ListPage
      title={text.withdrawals.list}
      placeholder={text.withdrawals.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        state.chosen === undefined ? undefined : (
          <WithdrawalPanel key={state.chosen} site={site} reference={state.chosen} roles={roles} onDone={openNext} />
        )
      }
      tools={
        <Chips
          label={text.withdrawals.queue}
          values={QUEUES.map((each) => [each, text.withdrawals.queues[each]] as const)}
          chosen={queue}
          onChoose={(value) => state.filter({ queue: value })}
        />
      }
    >
      <ListRows
        list={list}
        empty={<EmptyState title={text.withdrawals.empty} help={text.withdrawals.emptyHelp} />}
        label={text.withdrawals.list}
        columns={columns}
        rows={rows}
        keyOf={({ reference }) => reference}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useColumns(queue: WithdrawalQueue): readonly Column<WithdrawalRow>[] {
  const text = useWords();
  const { columns } = text.withdrawals;
  return [
    { id: 'age', title: columns.age, cell: (row) => <Age row={row} /> },
    { id: 'reference', title: columns.reference, cell: ({ reference }) => reference },
    { id: 'member', title: columns.member, cell: ({ member }) => member },
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
      cell: ({ reasons, request, state }) => (
        <span className="flex flex-wrap items-center gap-1 text-text-2">
          {queue === 'recent' && <StateBadge state={state} />}
          {request !== null && <Badge tone="warning">{request}</Badge>}
          {reasons.map((code) => text.withdrawals.reasons[code] ?? code).join(', ')}
        </span>
      ),
    },
  ];
}

function Age({ row }: { readonly row: WithdrawalRow }) {
  const seconds = (useNow() - Date.parse(row.createdAt)) / 1_000;
  const time = useTime();
  const isWaiting = row.state === 'requested';
  if (!isWaiting && row.state !== 'approved' && row.state !== 'paying') {
    return <span className="whitespace-nowrap text-text-2">{time(row.createdAt)}</span>;
  }
  const isLong = isWaiting && seconds > TARGET_SECONDS;
  return (
    <span className={isLong ? 'text-danger' : 'text-text-2'}>{`${formatSpan(seconds)}${isLong ? ' !' : ''}`}</span>
  );
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
  return <Badge tone={TONES[state] ?? 'plain'}>{text.withdrawals.states[state] ?? state}</Badge>;
}

/** Actions that fit the state; the server decides again. */
function listActions({ facts, request }: WithdrawalDetail): readonly ActionName[] {
  if (request !== null) return [];
  const isOpenAtBank = facts.payout?.startsWith('disputed') === true || facts.payout === 'unclear';
  if (isOpenAtBank) return ['payout.confirm-paid', 'payout.confirm-failed'];
  if (facts.state === 'requested') return ['withdrawal.approve', 'withdrawal.reject'];
  if (facts.state === 'approved') return ['withdrawal.stop'];
  return facts.state === 'paying' ? ['payout.confirm-paid', 'payout.confirm-failed'] : [];
}

const KEYS: Readonly<Partial<Record<ActionName, string>>> = {
  'withdrawal.approve': 'KeyA',
  'withdrawal.reject': 'KeyR',
  'withdrawal.stop': 'KeyS',
};

function WithdrawalPanel({
  site,
  reference,
  roles,
  onDone,
}: {
  readonly site: string;
  readonly reference: string;
  readonly roles: readonly Role[];
  readonly onDone: (reference: string) => void;
}) {
  const text = useWords();
  const notice = useNotice();
  const { data, error, isPending, refetch } = useQuery(withdrawalQuery(site, reference));
  const [open, setOpen] = useState<OpenAction>();
  const offered = data
    ? listActions(data).filter((name) => findActingRole(roles, actions[name].permission) !== undefined)
    : [];

  function start(action: ActionName): void {
    if (!data) return;
    const isTwo = actions[action].people === 'two' || (action === 'withdrawal.approve' && data.needsSecondPerson);
    setOpen({ action, input: { withdrawal: reference }, facts: data.facts, factsHash: data.factsHash, isTwo });
  }
  useKeys(Object.fromEntries(offered.flatMap((name) => (KEYS[name] ? [[KEYS[name], () => start(name)]] : []))));

  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head detail={data} />
      {data.request !== null && <Callout tone="warning">{text.withdrawals.waits(data.request)}</Callout>}
      {data.request === null && data.needsSecondPerson && offered.includes('withdrawal.approve') && (
        <Callout tone="warning">{text.withdrawals.second}</Callout>
      )}
      <Sections detail={data} />
      {offered.length > 0 && (
        <div className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-t border-hairline bg-bar p-2 lg:static lg:mt-4 lg:border-0 lg:bg-transparent lg:p-0">
          {offered.map((name, index) => (
            <Button key={name} variant={getVariant(name, index)} className="flex-1" onClick={() => start(name)}>
              {text.actions[name]}
              {KEYS[name] && (
                <kbd aria-hidden="true" className="hidden text-micro opacity-70 lg:inline">
                  {KEYS[name].slice(3).toLowerCase()}
                </kbd>
              )}
            </Button>
          ))}
        </div>
      )}
      {open && (
        <ActionDialog
          site={site}
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={({ request }) => {
            setOpen(undefined);
            notice(
              request === undefined ? `${text.actions[open.action]} ${reference}` : text.action.requested(request),
            );
            onDone(reference);
          }}
        />
      )}
    </>
  );
}

function getVariant(name: ActionName, index: number): 'primary' | 'danger' | 'secondary' {
  if (/stop/.test(name)) return 'danger';
  return index === 0 ? 'primary' : 'secondary';
}

const VERDICT_TONES = { submit: 'success', wait: 'info', review: 'warning', repay: 'warning', none: 'info' } as const;

function Head({ detail: { facts, createdAt } }: { readonly detail: WithdrawalDetail }) {
  const text = useWords();
  const time = useTime();
  const reasons = facts.verdictReasons.map((code) => text.withdrawals.reasons[code] ?? code).join(', ');
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title-3">{facts.reference}</h2>
        <StateBadge state={facts.state} />
      </div>
      <p className="text-title-1">{formatAmount(facts.amount)}</p>
      <p>{facts.member}</p>
      <p className="text-text-2">{`${facts.destination} · ${time(createdAt)}`}</p>
      <Callout tone={VERDICT_TONES[facts.verdict]}>
        {text.withdrawals.verdict[facts.verdict]}
        {reasons !== '' && `: ${reasons}`}
      </Callout>
    </div>
  );
}

function Sections({ detail }: { readonly detail: WithdrawalDetail }) {
  const text = useWords();
  const time = useTime();
  const { facts, position, history } = detail;
  const names = text.withdrawals.facts;
  const yesNo = (value: boolean): string => (value ? text.yes : text.no);
  const reasons = facts.reviewReasons.map((code) => text.withdrawals.reasons[code] ?? code);
  const checks: readonly FactPair[] = [
    [text.withdrawals.columns.why, reasons.join(', ') || text.none],
    [names.name, yesNo(history.isNameVerified)],
    [names.locked, yesNo(position.isLocked)],
    ...(facts.payout === null ? [] : [[names.payout, facts.payout] as const]),
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
        `${names.turnover} ${index + 1} ${source}`,
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
