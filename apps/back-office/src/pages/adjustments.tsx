// Adjustments of members' balances: requests and what was decided about them.
//
// Always true: the page changes nothing. An adjustment is requested on the page of the member and decided on the page
// of requests.

import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import {
  adjustmentDirections,
  adjustmentKinds,
  type AdjustmentRow,
  type AdjustmentState,
  adjustmentStates,
} from '@chaba/contract/back-office/adjustments';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { Badge, type Tone } from '@chaba/ui/badge';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';

import { formatAmount, useTime } from '#text/language';
import { useMemberWords } from '#text/members';
import { useMoneyWords } from '#text/money-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Choice, Field } from '#ui/field';
import { ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { type ListState, useListState } from './use-list.ts';

const FILTERS = ['state', 'direction', 'kind', 'person', 'day', 'member'] as const;
const TYPED = ['person', 'day', 'member'] as const;
const NAME_LENGTH_MAX = 40;
const TONES: Readonly<Record<AdjustmentState, Tone>> = {
  open: 'warning',
  done: 'success',
  rejected: 'danger',
  withdrawn: 'plain',
  expired: 'plain',
};

const keyOf = ({ request }: AdjustmentRow): string => request;

export function AdjustmentsPage({ site }: { readonly site: string }) {
  const { adjustments: text } = useMoneyWords();
  const state = useListState();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, state.get(name)]).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(filter).length > 0;
  const listed = useListRows(site, 'adjustments', { filter, keyOf });
  const { rows } = listed;
  const chosen = rows.find((row) => keyOf(row) === state.chosen);
  const clear = (): void => state.filter(Object.fromEntries(FILTERS.map((name) => [name, ''])));
  return (
    <ListPage
      title={text.title}
      placeholder={text.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen && <AdjustmentPanel key={chosen.request} site={site} row={chosen} />}
      tools={<FilterBar key={TYPED.map(state.get).join(' ')} state={state} />}
    >
      <ListRows
        of={listed}
        empty={
          <EmptyState
            title={isFiltered ? text.emptyFiltered : text.empty}
            {...(isFiltered ? {} : { help: text.emptyHelp })}
          >
            {isFiltered && <Button onClick={clear}>{text.clear}</Button>}
          </EmptyState>
        }
        label={text.title}
        columns={useColumns(site)}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

/** Choices apply at once, typed filters with Enter. */
function FilterBar({ state }: { readonly state: ListState }) {
  const { adjustments: text } = useMoneyWords();
  const { adjustment } = useMemberWords();
  const [typed, setTyped] = useState(() => Object.fromEntries(TYPED.map((name) => [name, state.get(name)])));
  const choices = [
    ['state', adjustmentStates, text.states],
    ['direction', adjustmentDirections, text.directions],
    ['kind', adjustmentKinds, adjustment.kinds],
  ] as const;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    state.filter(Object.fromEntries(TYPED.map((name) => [name, (typed[name] ?? '').trim()])));
  }
  return (
    <form className="grid w-full grid-cols-2 items-end gap-2 lg:grid-cols-4" onSubmit={onSubmit}>
      {choices.map(([name, values, titles]) => (
        <Choice
          key={name}
          label={text.filters[name]}
          value={state.get(name)}
          onChange={(value) => state.filter({ [name]: value })}
        >
          <option value="">{text.any}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {(titles as Readonly<Record<string, string>>)[value]}
            </option>
          ))}
        </Choice>
      ))}
      <Field
        label={text.filters.day}
        type="date"
        value={typed['day'] ?? ''}
        onChange={(day) => {
          setTyped({ ...typed, day });
          if (day === '' || /^2\d{3}-/.test(day)) state.filter({ day });
        }}
      />
      {(['person', 'member'] as const).map((name) => (
        <Field
          key={name}
          label={text.filters[name]}
          value={typed[name] ?? ''}
          maxLength={NAME_LENGTH_MAX}
          enterKeyHint="search"
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <Button type="submit">{text.show}</Button>
    </form>
  );
}

function useColumns(site: string): readonly Column<AdjustmentRow, ColumnId<'adjustments'>>[] {
  const { adjustments: text } = useMoneyWords();
  const { adjustment } = useMemberWords();
  const time = useTime();
  const { columns } = text;
  return [
    { id: 'request', title: columns.request, cell: ({ request }) => request },
    {
      id: 'member',
      title: columns.member,
      cell: ({ member, name }) => (
        <>
          <strong className="block font-semibold">{name}</strong>
          <Link
            to={`/${site}/members/${member}`}
            className="text-micro text-text-2 underline"
            onClick={(event) => event.stopPropagation()}
          >
            {member}
          </Link>
        </>
      ),
    },
    { id: 'amount', title: columns.amount, isNumber: true, cell: ({ amount }) => <Amount amount={amount} /> },
    { id: 'kind', title: columns.kind, isWide: true, cell: (row) => adjustment.kinds[row.adjustmentKind] },
    {
      id: 'turnover',
      title: columns.turnover,
      isNumber: true,
      isOptional: true,
      cell: ({ turnover }) => (turnover === 0 ? '–' : text.times(turnover)),
    },
    {
      id: 'reason',
      title: columns.reason,
      isOptional: true,
      cell: ({ reason }) => <span className="line-clamp-2 break-words text-text-2">{reason}</span>,
    },
    {
      id: 'requested',
      title: columns.requested,
      isWide: true,
      cell: (row) => <Person name={row.requestedBy} time={time(row.requestedAt)} />,
    },
    {
      id: 'decided',
      title: columns.decided,
      isWide: true,
      cell: ({ decidedBy, decidedAt }) =>
        decidedBy !== null && <Person name={decidedBy} time={decidedAt === null ? '' : time(decidedAt)} />,
    },
    { id: 'notice', title: columns.notice, isOptional: true, cell: ({ notice }) => notice },
    { id: 'evidence', title: columns.evidence, isOptional: true, cell: ({ evidence }) => evidence },
    {
      id: 'state',
      title: columns.state,
      cell: (row) => (
        <span className="whitespace-nowrap">
          <Badge tone={TONES[row.state]}>{text.states[row.state]}</Badge>
        </span>
      ),
    },
  ];
}

function Amount({ amount }: { readonly amount: string }) {
  const isDebit = amount.startsWith('-');
  return (
    <strong className={isDebit ? 'font-semibold text-danger' : 'font-semibold'}>
      {`${isDebit ? '−' : '+'}${formatAmount(isDebit ? amount.slice(1) : amount)}`}
    </strong>
  );
}

function Person({ name, time }: { readonly name: string; readonly time: string }) {
  return (
    <>
      {name}
      <span className="block text-micro whitespace-nowrap text-text-3">{time}</span>
    </>
  );
}

function AdjustmentPanel({ site, row }: { readonly site: string; readonly row: AdjustmentRow }) {
  const { adjustments: text } = useMoneyWords();
  const { adjustment } = useMemberWords();
  const time = useTime();
  const { columns } = text;
  return (
    <div className="dense grid gap-3 py-3">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 text-title-3">
          {row.request}
          <Badge tone={TONES[row.state]}>{text.states[row.state]}</Badge>
        </h2>
        <Link to={`/${site}/members/${row.member}`} className="underline">
          {`${row.name} ${row.member}`}
        </Link>
      </div>
      <Facts
        facts={[
          [columns.amount, <Amount key="amount" amount={row.amount} />],
          [columns.kind, adjustment.kinds[row.adjustmentKind]],
          [columns.turnover, row.turnover === 0 ? '–' : text.times(row.turnover)],
          [columns.reason, row.reason],
          [columns.notice, row.notice],
          [columns.evidence, row.evidence],
          [columns.requested, `${row.requestedBy} · ${time(row.requestedAt)}`],
          ...(row.decidedBy === null || row.decidedAt === null
            ? []
            : [[columns.decided, `${row.decidedBy} · ${time(row.decidedAt)} · ${row.decisionReason ?? ''}`] as const]),
        ]}
      />
      <Link
        to={`/${site}/requests?open=${row.request}${row.state === 'open' ? '' : '&state=closed'}`}
        className="underline"
      >
        {text.openRequest}
      </Link>
    </div>
  );
}
