// Deposits: transfers without a member or with doubt, the reports of bank and slip, ranked candidates, and decisions.

import { actions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type {
  DepositCandidateFacts,
  DepositDetail,
  DepositQueue,
  DepositRow,
} from '@chaba/contract/back-office/queue-wire';
import type { QueueName } from '@chaba/contract/back-office/queues';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { ClaimBar } from '#action/claim';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import type { Undoable } from '#action/undo';
import { depositQuery, queryClient, sendCandidate } from '#api/queries';
import { useNotice } from '#shell/notice';
import { nameCode } from '#text/code-words';
import { formatAmount, useSentence, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { type Column, useKeys } from '#ui/data-table';
import { type FactPair, Facts } from '#ui/facts';
import { Field } from '#ui/field';
import { KeyHint } from '#ui/key-hint';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';

import {
  ClaimCell,
  isFreeItem,
  MemberLink,
  PutOffBadge,
  useQueueSteps,
  useTarget,
  useUndo,
  WaitingAge,
} from './queue-parts.tsx';
import { useFirstRow, useListState } from './use-list.ts';

const CHIPS: readonly DepositQueue[] = ['waiting', 'disputed', 'recent'];
/** A credited transfer can be disputed at any time; the bar offers it for this long. */
const UNDO_MS = 30_000;

const keyOf = ({ reference }: DepositRow): string => reference;

export function DepositsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useQueueWords();
  const state = useListState();
  const queue = CHIPS.find((each) => each === state.get('queue')) ?? 'waiting';
  const listed = useListRows(site, 'deposits', { filter: { queue }, keyOf });
  const { list, rows } = listed;
  const target = useTarget(site, queue === 'disputed' ? 'deposit-disputes' : 'deposits');
  const columns = useColumns(queue, target);
  const chosen = useFirstRow(state, list, { rows, keyOf, isFree: isFreeItem });
  const { bar, setUndoable } = useUndo(site, () => state.filter({ queue: 'disputed' }));
  const onNext = (key: string): void => void queryClient.prefetchQuery(depositQuery(site, key));
  const { openNext } = useQueueSteps({ rows, keyOf, chosen, choose: state.choose, onNext });

  return (
    <ListPage
      title={text.deposits.list}
      placeholder={text.deposits.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : (
          <DepositPanel
            key={chosen}
            site={site}
            reference={chosen}
            roles={roles}
            onDone={queue === 'recent' ? () => undefined : openNext}
            onUndoable={setUndoable}
          />
        )
      }
      tools={
        <>
          <Chips
            label={text.columns.queue}
            values={CHIPS.map((each) => [each, text.deposits.chips[each]] as const)}
            chosen={queue}
            onChoose={(value) => state.filter({ queue: value })}
          />
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.deposits.empty} help={text.deposits.emptyHelp} />}
        label={text.deposits.list}
        columns={columns}
        chosen={chosen}
        onChoose={state.choose}
      />
      {bar}
    </ListPage>
  );
}

function useColumns(
  queue: DepositQueue,
  targetMinutes: number | null | undefined,
): readonly Column<DepositRow, ColumnId<'deposits'>>[] {
  const text = useQueueWords();
  const words = useWords();
  const time = useTime();
  const { columns } = text.deposits;
  return [
    {
      id: 'age',
      title: columns.age,
      cell: ({ state, createdAt }) =>
        state !== 'credited' && state !== 'returned' && <WaitingAge since={createdAt} targetMinutes={targetMinutes} />,
    },
    { id: 'reference', title: columns.reference, cell: ({ reference }) => reference },
    {
      id: 'amount',
      title: columns.amount,
      isNumber: true,
      cell: ({ amount }) => <strong className="font-semibold">{formatAmount(amount)}</strong>,
    },
    {
      id: 'from',
      title: columns.from,
      cell: ({ from, sender }) => (
        <span>
          {sender} <span className="whitespace-nowrap text-text-2">{from}</span>
        </span>
      ),
    },
    {
      id: 'time',
      title: columns.time,
      cell: ({ transferredAt }) => <span className="whitespace-nowrap text-text-2">{time(transferredAt)}</span>,
    },
    {
      id: 'why',
      title: columns.why,
      cell: ({ reason, hint, state, putOff, request, hasSlip }) => (
        <span className="flex flex-wrap items-center gap-1 text-text-2">
          {queue === 'recent' && <StateBadge state={state} />}
          {request !== null && <Badge tone="warning">{request}</Badge>}
          {putOff && <PutOffBadge putOff={putOff} />}
          {hasSlip && <Badge tone="info">{text.deposits.slip}</Badge>}
          {[
            hint === null ? undefined : text.deposits.hints[hint],
            reason === null ? undefined : nameCode(words, text.deposits.reasons, reason),
          ]
            .filter((each) => each !== undefined)
            .join(' · ')}
          {hint === null && reason === null && queue !== 'recent' && text.deposits.unknown}
        </span>
      ),
    },
    { id: 'claim', title: text.claims.column, cell: ({ claim }) => <ClaimCell claim={claim} /> },
  ];
}

const TONES: Readonly<Record<string, Tone>> = {
  seen: 'warning',
  claimed: 'warning',
  credited: 'success',
  returned: 'plain',
  disputed: 'danger',
};

function StateBadge({ state }: { readonly state: string }) {
  const text = useQueueWords();
  const words = useWords();
  return <Badge tone={TONES[state] ?? 'plain'}>{nameCode(words, text.deposits.states, state)}</Badge>;
}

/** The decisions that the state of the transfer and the roles allow. */
function findAllowed({ state, request }: DepositDetail, roles: readonly Role[]) {
  const may = (name: 'deposit.attach' | 'deposit.return' | 'deposit.dispute'): boolean =>
    request === null && findActingRole(roles, actions[name].permission) !== undefined;
  const isDecided = state === 'credited' || state === 'returned';
  return {
    mayAttach: !isDecided && may('deposit.attach'),
    mayReturn: !isDecided && may('deposit.return'),
    mayDispute: isDecided && may('deposit.dispute'),
  };
}

function DepositPanel({
  site,
  reference,
  roles,
  onDone,
  onUndoable,
}: {
  readonly site: string;
  readonly reference: string;
  readonly roles: readonly Role[];
  readonly onDone: (reference: string) => void;
  readonly onUndoable: (undoable: Undoable) => void;
}) {
  const text = useQueueWords();
  const words = useWords();
  const notice = useNotice();
  const { data, error, isPending, refetch } = useQuery(depositQuery(site, reference));
  const [open, setOpen] = useState<OpenAction>();
  const allowed = data && findAllowed(data, roles);
  const { candidates, setFound } = useCandidates(data);
  const mayAttach = allowed?.mayAttach === true;
  const viewer = { site, roles };
  const start = (action: OpenAction['action'], input: OpenAction['input']): void =>
    setOpen({ action, input, isTwo: false, isPreviewed: true });
  const attach = (memberId: string): void => start('deposit.attach', { deposit: reference, member: `M${memberId}` });
  useKeys({
    ...(mayAttach
      ? Object.fromEntries(candidates.map(({ memberId }, at) => [`Digit${at + 1}`, () => attach(memberId)]))
      : {}),
    ...(allowed?.mayReturn ? { KeyR: () => start('deposit.return', { deposit: reference }) } : {}),
    ...(allowed?.mayDispute ? { KeyD: () => start('deposit.dispute', { deposit: reference }) } : {}),
  });
  function finish({ request }: ActionOutcome, { action }: OpenAction): void {
    setOpen(undefined);
    const name = words.actions[action];
    if (action === 'deposit.attach' && request === undefined) {
      onUndoable({
        action: 'deposit.dispute',
        input: { deposit: reference },
        subject: reference,
        sentence: text.undo.done(name, reference),
        until: Date.now() + UNDO_MS,
      });
    } else notice(request === undefined ? text.undo.done(name, reference) : words.action.requested(request));
    onDone(reference);
  }
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const queue: QueueName = data.state === 'disputed' ? 'deposit-disputes' : 'deposits';
  return (
    <>
      <Head detail={data} />
      <ClaimBar {...viewer} queue={queue} item={reference} onPutOff={() => onDone(reference)} />
      {data.request !== null && <Callout tone="warning">{words.withdrawals.waits(data.request)}</Callout>}
      <Reports {...viewer} detail={data} />
      <Candidates {...viewer} candidates={candidates} mayAttach={mayAttach} onAttach={attach} />
      {mayAttach && <MemberSearch site={site} reference={reference} onFound={setFound} />}
      <DepositButtons allowed={allowed} onStart={(action) => start(action, { deposit: reference })} />
      {open && (
        <ActionDialog
          site={site}
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={(outcome) => finish(outcome, open)}
        />
      )}
    </>
  );
}

/** The ranked candidates, and the member who was searched for. */
function useCandidates(detail: DepositDetail | undefined) {
  const [found, setFound] = useState<DepositCandidateFacts>();
  const ranked = detail?.candidates ?? [];
  const isRanked = ranked.some(({ memberId }) => memberId === found?.memberId);
  // The member who was searched for is one key away.
  useEffect(() => {
    if (found) document.querySelector<HTMLElement>(`[data-member="${CSS.escape(found.memberId)}"]`)?.focus();
  }, [found]);
  return { candidates: found && !isRanked ? [...ranked, found] : ranked, setFound };
}

const BUTTON_KEYS = { 'deposit.return': 'r', 'deposit.dispute': 'd' } as const;

function DepositButtons({
  allowed,
  onStart,
}: {
  readonly allowed: ReturnType<typeof findAllowed> | undefined;
  readonly onStart: (action: keyof typeof BUTTON_KEYS) => void;
}) {
  const words = useWords();
  const names = (['deposit.return', 'deposit.dispute'] as const).filter((name) =>
    name === 'deposit.return' ? allowed?.mayReturn : allowed?.mayDispute,
  );
  if (names.length === 0) return null;
  return (
    <div className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-t border-hairline bg-bar p-2 lg:static lg:mt-4 lg:border-0 lg:bg-transparent lg:p-0">
      {names.map((name) => (
        <Button key={name} className="flex-1" onClick={() => onStart(name)}>
          {words.actions[name]}
          <KeyHint name={BUTTON_KEYS[name]} />
        </Button>
      ))}
    </div>
  );
}

function Head({ detail }: { readonly detail: DepositDetail }) {
  const text = useQueueWords();
  const words = useWords();
  const time = useTime();
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title-3">{detail.reference}</h2>
        <StateBadge state={detail.state} />
      </div>
      <p className="text-title-1">{formatAmount(detail.amount)}</p>
      <p className="text-text-2">{time(detail.transferredAt)}</p>
      {detail.reason !== null && (
        <Callout tone="warning">{nameCode(words, text.deposits.reasons, detail.reason)}</Callout>
      )}
    </div>
  );
}

const formatSender = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The transfer as the bank and as the slips report it, side by side. */
function Reports({
  site,
  roles,
  detail,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly detail: DepositDetail;
}) {
  const text = useQueueWords();
  const words = useWords();
  const { why } = useMemberWords();
  const time = useTime();
  const { line, slips, holder } = detail;
  const { facts } = text.deposits;
  const describeSlip = ({ code, state }: (typeof slips)[number]): string =>
    code === null ? nameCode(words, text.deposits.states, state) : nameCode(words, why.movementReasons, code);
  const ofBank: readonly FactPair[] = line
    ? [
        [facts.booked, time(line.bookedAt)],
        [facts.received, time(line.receivedAt)],
        [facts.from, formatSender(line.sender, line.from) || words.none],
        [facts.transRef, line.transRef ?? words.none],
      ]
    : [];
  const ofSlip: readonly FactPair[] = [
    ...(detail.slipAt === null ? [] : [[facts.slipAt, time(detail.slipAt)] as const]),
    ...slips.map(
      (slip): FactPair => [slip.member, `${slip.bank} ${slip.transRef} · ${time(slip.sentAt)} · ${describeSlip(slip)}`],
    ),
    ...(detail.slipsElsewhere > 0 ? [[facts.elsewhere, detail.slipsElsewhere] as const] : []),
  ];
  return (
    <div className="dense grid gap-3 pt-2">
      <Facts
        facts={[
          [facts.from, formatSender(detail.sender, detail.from) || words.none],
          [facts.to, detail.to],
          ...(holder
            ? [
                [
                  facts.holder,
                  <MemberLink key="holder" site={site} roles={roles} memberId={holder.memberId} name={holder.member} />,
                ] as const,
              ]
            : []),
        ]}
      />
      <section aria-label={text.deposits.bank}>
        <h3 className="mb-1 font-semibold">{text.deposits.bank}</h3>
        {ofBank.length > 0 ? <Facts facts={ofBank} /> : <p className="text-text-2">{text.deposits.noLine}</p>}
      </section>
      <section aria-label={text.deposits.slips}>
        <h3 className="mb-1 font-semibold">{text.deposits.slips}</h3>
        {ofSlip.length > 0 ? <Facts facts={ofSlip} /> : <p className="text-text-2">{text.deposits.noSlip}</p>}
      </section>
    </div>
  );
}

function Candidates({
  site,
  roles,
  candidates,
  mayAttach,
  onAttach,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly candidates: readonly DepositCandidateFacts[];
  readonly mayAttach: boolean;
  readonly onAttach: (memberId: string) => void;
}) {
  const text = useQueueWords();
  const time = useTime();
  return (
    <section aria-label={text.deposits.candidates} className="dense pt-3">
      <h3 className="mb-1 font-semibold">{text.deposits.candidates}</h3>
      {candidates.length === 0 && <p className="text-text-2">{text.deposits.noCandidates}</p>}
      <ol className="grid gap-2">
        {candidates.map((candidate, index) => (
          <li key={candidate.memberId} className="flex items-center gap-2 rounded-[8px] border border-hairline p-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-1 font-semibold">
                <MemberLink site={site} roles={roles} memberId={candidate.memberId} name={candidate.member} />
                <span className="font-normal text-text-2">{candidate.account}</span>
                {candidate.isLocked && <Badge tone="danger">{text.deposits.locked}</Badge>}
              </p>
              <p className="text-text-2">
                {candidate.reasons.map((reason) => text.deposits.candidateReasons[reason] ?? reason).join(' · ') ||
                  text.deposits.noReason}
              </p>
              <p className="text-text-3">
                {text.deposits.memberSince(time(candidate.registeredAt), formatAmount(candidate.totalDeposit))}
              </p>
            </div>
            {mayAttach && (
              <Button
                variant={index === 0 ? 'primary' : 'secondary'}
                data-member={candidate.memberId}
                onClick={() => onAttach(candidate.memberId)}
              >
                {text.deposits.attach}
                <KeyHint name={index + 1} />
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A member who is not among the candidates, by whole telephone number or member number. */
function MemberSearch({
  site,
  reference,
  onFound,
}: {
  readonly site: string;
  readonly reference: string;
  readonly onFound: (candidate: DepositCandidateFacts) => void;
}) {
  const text = useQueueWords();
  const toSentence = useSentence();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ KeyF: () => field.current?.focus() });
  async function search(): Promise<void> {
    setError(undefined);
    try {
      onFound(await sendCandidate(site, reference, typed.replaceAll(/[\s-]/g, '')));
      setTyped('');
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <form
      className="flex items-end gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') void search();
      }}
    >
      <div className="flex-1">
        <Field
          label={text.deposits.search}
          ref={field}
          maxLength={20}
          value={typed}
          onChange={setTyped}
          error={error === undefined ? undefined : toSentence(error)}
        />
      </div>
      <Button type="submit" disabled={typed === ''}>
        {text.deposits.find}
      </Button>
    </form>
  );
}
