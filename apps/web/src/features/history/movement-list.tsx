// A history of money: filters, the total of approved rows, the rows, a receipt.
//
// Always true: the server's total covers all rows that match the filters; without one the loaded rows are summed and
// labelled so. The types of each variant are those of the specification (§7): the deposit variant has DEPOSIT,
// AFFILIATE and CASHBACK, the withdrawal variant also WITHDRAW.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { FAILED, PENDING } from '@chaba/contract/codes';
import { add, zeroMoney, type Money as Amount } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { paths } from '#lib/paths';
import { slipsQuery, type MemberSlip } from '#lib/wallet/slips';
import { Button, ButtonLink } from '#ui/button';
import { Chip, ChipRow } from '#ui/chip';
import { EmptyState } from '#ui/empty-state';
import { lazyOnIdle } from '#ui/lazy-component';
import { Money } from '#ui/money';

import { FilterChip } from './filter-chip.tsx';
import { toDays, type Range } from './history-filters.ts';
import { HistoryPages, listItems } from './history-pages.tsx';
import { HistoryRow } from './history-row.tsx';
import { mergeSlips } from './history-slips.ts';
import {
  historyQuery,
  type HistoryItem,
  type HistoryKind,
  type HistoryRequest,
  type MovementType,
  type Totals as TotalsOnWire,
} from './history.queries.ts';
import { text } from './history.text.ts';

const Receipt = lazyOnIdle(async () => (await import('./receipt.tsx')).Receipt);

type Status = HistoryRequest['status'];

const noSlips: readonly MemberSlip[] = [];

const ranges: readonly Range[] = ['all', 'today', 'week', 'month'];
const statuses: readonly { readonly value: Status; readonly label: string }[] = [
  { value: '', label: text.statusAll },
  { value: '1', label: messageText.statusApproved },
  { value: '2', label: messageText.statusPending },
  { value: '3', label: messageText.statusFailed },
];

export function MovementList({
  kind,
  types,
  firstType = '',
}: {
  readonly kind: HistoryKind;
  /** Types of the type filter; without them there is no such filter. */
  readonly types?: readonly MovementType[];
  readonly firstType?: MovementType | '';
}) {
  const [{ range, days }, setChosen] = useState(() => toSelectedRange('all'));
  const [status, setStatus] = useState<Status>('');
  const [type, setType] = useState<MovementType | ''>(firstType);
  const [opened, setOpened] = useState<HistoryItem>();
  const request = useMemo(() => ({ kind: toKind(kind, type), days, status, type }), [kind, days, status, type]);
  const result = useInfiniteQuery(historyQuery(request));
  const { data: slips = noSlips } = useQuery({ ...slipsQuery, enabled: kind !== 'withdraw' });
  const items = useMemo(
    () => mergeSlips(listItems<HistoryItem>(result.data), slips, { ...request, isWhole: !result.hasNextPage }),
    [result.data, result.hasNextPage, slips, request],
  );

  return (
    <div className="flex flex-col gap-4">
      <ChipRow label={text.ranges}>
        {ranges.map((each) => (
          <Chip key={each} isOn={each === range} onClick={() => setChosen(toSelectedRange(each))}>
            {text[each]}
          </Chip>
        ))}
        {types && (
          <FilterChip
            label={text.types}
            options={[
              { value: '' as const, label: text.typeAll },
              ...types.map((value) => ({ value, label: text.type[value] })),
            ]}
            value={type}
            onChange={setType}
          />
        )}
        <FilterChip label={text.status} options={statuses} value={status} onChange={setStatus} />
      </ChipRow>
      {items.length > 0 && (
        <Totals items={items} totals={result.data?.pages[0]?.totals} range={range} isWhole={!result.hasNextPage} />
      )}
      <HistoryPages
        result={result}
        items={items}
        keyOf={({ id }) => id}
        empty={
          <EmptyHistory
            kind={kind}
            range={range}
            isFiltered={status !== '' || type !== firstType}
            onMonth={() => setChosen(toSelectedRange('month'))}
            onClear={() => {
              setStatus('');
              setType(firstType);
            }}
          />
        }
        renderRow={(item) => <HistoryRow item={item} onOpen={() => setOpened(item)} />}
      />
      <Receipt isWanted={opened !== undefined} item={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

function toSelectedRange(range: Range) {
  return { range, days: toDays(range, new Date()) };
}

/** The history of a single type has more details in each row. */
function toKind(kind: HistoryKind, type: MovementType | ''): HistoryKind {
  if (kind !== 'transfer' || type === '') return kind;
  return type === 'WITHDRAW' ? 'withdraw' : 'deposit';
}

function Totals({
  items,
  totals,
  range,
  isWhole,
}: {
  readonly items: readonly HistoryItem[];
  readonly totals: TotalsOnWire | null | undefined;
  readonly range: Range;
  readonly isWhole: boolean;
}) {
  const approved = items.filter(({ Status }) => Status !== PENDING && Status !== FAILED);
  const into = totals ? toMoney(totals.in) : sumAmounts(approved.filter(({ TransType }) => TransType !== 'WITHDRAW'));
  const out = totals ? toMoney(totals.out) : sumAmounts(approved.filter(({ TransType }) => TransType === 'WITHDRAW'));
  const hasBoth = into > 0n && out > 0n;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <span className="text-small text-text-2">{totals || isWhole ? text.total(text[range]) : text.totalShown}</span>
      {hasBoth ? (
        <span className="flex flex-wrap gap-x-4 text-small text-text-2">
          <span className="whitespace-nowrap">
            {text.totalIn} <Money value={into} className="font-semibold text-text" />
          </span>
          <span className="whitespace-nowrap">
            {text.totalOut} <Money value={out} className="font-semibold text-text" />
          </span>
        </span>
      ) : (
        <Money value={add(into, out)} hasUnit className="text-title-3" />
      )}
    </div>
  );
}

function sumAmounts(items: readonly HistoryItem[]): Amount {
  return items.reduce((sum, { Amount }) => add(sum, toMoney(Amount ?? 0)), zeroMoney);
}

const emptyHelp = {
  deposit: text.emptyDeposit,
  withdraw: text.emptyWithdraw,
  transfer: text.emptyTransfer,
} as const;

function EmptyHistory({
  kind,
  range,
  isFiltered,
  onMonth,
  onClear,
}: {
  readonly kind: HistoryKind;
  readonly range: Range;
  readonly isFiltered: boolean;
  readonly onMonth: () => void;
  readonly onClear: () => void;
}) {
  return (
    <EmptyState
      title={messageText.noData}
      help={emptyHelp[kind](text.within[range])}
      action={
        isFiltered ? (
          <Button variant="secondary" onClick={onClear}>
            {text.clear}
          </Button>
        ) : range === 'today' || range === 'week' ? (
          <Button variant="secondary" onClick={onMonth}>
            {text.seeMonth}
          </Button>
        ) : (
          <ButtonLink to={kind === 'withdraw' ? paths.member.withdraw : paths.member.deposit} variant="secondary">
            {kind === 'withdraw' ? text.goWithdraw : text.goDeposit}
          </ButtonLink>
        )
      }
    />
  );
}
