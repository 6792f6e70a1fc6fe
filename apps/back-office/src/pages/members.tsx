// Members: filters and orders in the address, a short view beside the list, and the way to the page of one.

import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type { MemberListRow } from '@chaba/contract/back-office/wire-members';
import { Badge } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';

import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { tagsQuery } from '#api/queries';
import { formatAmount, useDay, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { Button } from '#ui/button';
import { type Column, useKeys } from '#ui/data-table';
import { Choice } from '#ui/field';
import { ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { MemberStateBadge } from './member-parts.tsx';
import { MemberSummary } from './member-summary.tsx';
import { useListState } from './use-list.ts';

const FILTERS = ['sort', 'state', 'registered', 'seen', 'deposits', 'referrer', 'tag'] as const;
const SORTS = ['newest', 'seen', 'deposits'] as const;

export function MembersPage({ site }: { readonly site: string }) {
  const words = useMemberWords();
  const day = useDay();
  const navigate = useNavigate();
  const state = useListState();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, state.get(name)]).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(filter).some((name) => name !== 'sort');
  const listed = useListRows(site, 'members', { filter, keyOf: ({ reference }) => reference, isLive: false });
  const { list, rows } = listed;
  const lookedBackTo = list.data?.pages.at(-1)?.lookedBackTo;
  const { chosen } = state;
  useKeys(chosen === undefined ? {} : { KeyE: () => void navigate(`/${site}/members/${chosen}`) });
  const clear = (): void => state.filter(Object.fromEntries(FILTERS.map((name) => [name, ''])));
  return (
    <ListPage
      title={words.list.title}
      placeholder={words.list.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen === undefined ? undefined : <MemberSummary key={chosen} site={site} member={chosen} />}
      tools={
        <>
          <FilterBar site={site} get={state.get} onFilter={state.filter} />
        </>
      }
    >
      {state.get('referrer') !== '' && (
        <p className="px-3 py-2 text-text-2">
          {words.list.friendsOf(state.get('referrer'))} <Button onClick={clear}>{words.list.clear}</Button>
        </p>
      )}
      <ListRows
        of={listed}
        empty={
          <EmptyState
            title={words.list.empty}
            help={
              isFiltered
                ? lookedBackTo
                  ? words.list.lookedBack(day(lookedBackTo))
                  : words.list.emptyHelp
                : words.list.emptySite
            }
          >
            {isFiltered && <Button onClick={clear}>{words.list.clear}</Button>}
          </EmptyState>
        }
        label={words.list.title}
        columns={useColumns(site)}
        chosen={chosen}
        onChoose={state.choose}
      />
      {rows.length > 0 && lookedBackTo && (
        <p className="px-3 pb-3 text-center text-micro text-text-3">{words.list.lookedBack(day(lookedBackTo))}</p>
      )}
    </ListPage>
  );
}

function FilterBar({
  site,
  get,
  onFilter,
}: {
  readonly site: string;
  readonly get: (name: string) => string;
  readonly onFilter: (values: Readonly<Record<string, string>>) => void;
}) {
  const { list } = useMemberWords();
  const { data: tags = [] } = useQuery(tagsQuery(site));
  const days = Object.entries(list.days);
  const amounts = ['1000', '10000', '100000'].map((amount) => [amount, formatAmount(amount)] as const);
  const choices: readonly (readonly [
    'state' | 'registered' | 'seen' | 'deposits' | 'tag',
    readonly (readonly [string, string])[],
  ])[] = [
    ['state', Object.entries(list.states)],
    ['registered', days],
    ['seen', days],
    ['deposits', amounts],
    ...(tags.length === 0 ? [] : [['tag', tags.map((tag) => [tag, tag] as const)] as const]),
  ];
  return (
    <div className="grid w-full grid-cols-2 gap-2 lg:flex lg:w-auto">
      <Choice label={list.sort} value={get('sort')} onChange={(value) => onFilter({ sort: value })}>
        {SORTS.map((name) => (
          <option key={name} value={name === 'newest' ? '' : name}>
            {list.sorts[name]}
          </option>
        ))}
      </Choice>
      {choices.map(([name, values]) => (
        <Choice
          key={name}
          label={list.filters[name]}
          value={get(name)}
          onChange={(value) => onFilter({ [name]: value })}
        >
          <option value="">{list.any}</option>
          {values.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Choice>
      ))}
    </div>
  );
}

function useColumns(site: string): readonly Column<MemberListRow, ColumnId<'members'>>[] {
  const words = useMemberWords();
  const { newCode } = useWords();
  const time = useTime();
  const { columns } = words.list;
  return [
    {
      id: 'member',
      title: words.list.title,
      cell: ({ reference, name }) => (
        <>
          <strong className="block font-semibold">{name}</strong>
          <Link
            to={`/${site}/members/${reference}`}
            className="text-micro text-text-2 underline"
            onClick={(event) => event.stopPropagation()}
          >
            {reference}
          </Link>
        </>
      ),
    },
    { id: 'phone', title: columns.phone, cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
    {
      id: 'state',
      title: columns.restriction,
      cell: ({ state, restriction, tags }) => (
        <span className="flex flex-wrap items-center gap-1 text-text-2">
          {state !== 'open' && <MemberStateBadge state={state} />}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {restriction && (words.withdrawReasons[restriction.code]?.(restriction.params) ?? newCode(restriction.code))}
        </span>
      ),
    },
    {
      id: 'deposits',
      title: `${columns.deposits} / ${columns.withdrawals}`,
      isNumber: true,
      isWide: true,
      cell: (row) => (
        <>
          {formatAmount(row.deposits)}
          <span className="block text-text-2">{formatAmount(row.withdrawals)}</span>
        </>
      ),
    },
    { id: 'playable', title: columns.playable, isNumber: true, cell: ({ playable }) => formatAmount(playable) },
    {
      id: 'seen',
      title: columns.seen,
      isWide: true,
      cell: ({ seenAt }) => <span className="text-text-2">{time(seenAt)}</span>,
    },
    {
      id: 'registered',
      title: columns.registered,
      isOptional: true,
      cell: ({ registeredAt }) => <span className="text-text-2">{time(registeredAt)}</span>,
    },
    {
      id: 'account',
      title: columns.account,
      isOptional: true,
      cell: ({ account }) => <span className="whitespace-nowrap">{account}</span>,
    },
  ];
}
