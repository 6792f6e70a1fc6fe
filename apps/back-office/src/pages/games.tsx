// Providers and their games: state, place in the lobby, badge, and the games of the chosen provider.
//
// Always true: one person closes, two people open; the page offers what the roles of the person may begin.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { ProviderDetail, ProviderGame, ListedProvider } from '@chaba/contract/back-office/site-wire';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { Badge } from '@chaba/ui/badge';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { listQuery, providerQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useWords } from '#text/language';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Field } from '#ui/field';
import { Chips, ListPage, ListRows } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';

import { useListState } from './use-list.ts';

const STATES = ['lobby', 'closed', 'outside'] as const;
const NOTICE_LENGTH_MAX = 120;

type Opened = Pick<OpenAction, 'action' | 'input'>;

export function GamesPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { games: text } = useSiteWords();
  const state = useListState();
  const filter = STATES.find((each) => each === state.get('state')) ?? 'lobby';
  const list = useInfiniteQuery(listQuery(site, 'providers', { state: filter }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const columns = useColumns();
  return (
    <ListPage
      title={text.title}
      placeholder={text.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        state.chosen === undefined ? undefined : (
          <ProviderPanel key={state.chosen} site={site} roles={roles} provider={state.chosen} />
        )
      }
      tools={
        <Chips
          label={text.filter}
          values={STATES.map((each) => [each, text.filters[each]] as const)}
          chosen={filter}
          onChoose={(value) => state.filter({ state: value })}
        />
      }
    >
      <ListRows
        list={list}
        empty={<EmptyState title={text.empty[filter]} />}
        label={text.title}
        columns={columns}
        rows={rows}
        keyOf={({ provider }) => provider}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useColumns(): readonly Column<ListedProvider>[] {
  const { games: text } = useSiteWords();
  const { columns } = text;
  return [
    { id: 'order', title: columns.order, isNumber: true, cell: ({ order }) => order ?? '–' },
    {
      id: 'name',
      title: columns.name,
      cell: ({ name, isNew }) => (
        <span className="inline-flex items-center gap-2">
          {name} {isNew && <Badge tone="info">{text.isNew}</Badge>}
        </span>
      ),
    },
    {
      id: 'category',
      title: columns.category,
      isWide: true,
      cell: ({ category }) => text.categories[category] ?? category,
    },
    { id: 'state', title: columns.state, cell: (row) => <State row={row} /> },
    { id: 'games', title: columns.games, isNumber: true, isWide: true, cell: ({ games }) => games },
  ];
}

function State({ row: { isOpen, closedBy, isConnected } }: { readonly row: ListedProvider }) {
  const { games: text } = useSiteWords();
  if (!isOpen) return <Badge tone="warning">{closedBy === 'studio' ? text.closedByStudio : text.closed}</Badge>;
  return isConnected ? <Badge tone="success">{text.open}</Badge> : <Badge>{text.unconnected}</Badge>;
}

type Of = { readonly site: string; readonly roles: readonly Role[]; readonly provider: string };

function ProviderPanel({ site, roles, provider }: Of) {
  const words = useWords();
  const notice = useNotice();
  const { data, error, isPending, refetch } = useQuery(providerQuery(site, provider));
  const [opened, setOpened] = useState<Opened>();

  function onDone(outcome: ActionOutcome): void {
    setOpened(undefined);
    notice(outcome.request === undefined ? words.action.done : words.action.requested(outcome.request));
  }

  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="dense grid gap-4 py-3">
      <h2 className="text-title-3">{data.name}</h2>
      <ProviderFacts site={site} row={data} />
      <ProviderActions roles={roles} row={data} onOpen={setOpened} />
      <Games roles={roles} row={data} onOpen={setOpened} />
      {opened && (
        <ActionDialog
          site={site}
          open={{ ...opened, isTwo: actions[opened.action].people === 'two', isPreviewed: true }}
          onClose={() => setOpened(undefined)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

function ProviderFacts({ site, row }: { readonly site: string; readonly row: ProviderDetail }) {
  const { games: text, openRequest } = useSiteWords();
  const { columns } = text;
  return (
    <>
      <Facts
        facts={[
          [columns.state, <State key="state" row={row} />],
          ...(row.notice === null ? [] : [[columns.notice, row.notice] as const]),
          [columns.order, row.order ?? text.filters.outside],
          [columns.category, text.categories[row.category] ?? row.category],
          [columns.games, row.games],
          [columns.winCap, row.winCap === null ? text.profileCap : formatAmount(row.winCap)],
        ]}
      />
      {row.request !== null && (
        <Link to={`/${site}/requests?open=${row.request}`} className="underline">
          {openRequest(row.request)}
        </Link>
      )}
    </>
  );
}

type Acting = {
  readonly roles: readonly Role[];
  readonly row: ProviderDetail;
  readonly onOpen: (opened: Opened) => void;
};

const mayAct = (roles: readonly Role[], action: ActionName): boolean =>
  findActingRole(roles, actions[action].permission) !== undefined;

function ProviderActions({ roles, row, onOpen }: Acting) {
  const words = useWords();
  const { games: text } = useSiteWords();
  const [notice, setNotice] = useState('');
  const { provider, isOpen, isNew, order } = row;
  const isNoticeFine = notice === '' || notice.trim().length >= 3;
  return (
    <div className="grid gap-3">
      {isOpen && mayAct(roles, 'provider.close') && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isNoticeFine) return;
            onOpen({ action: 'provider.close', input: { provider, closer: 'operator', notice: notice.trim() } });
          }}
        >
          <Field
            label={text.notice}
            hint={text.noticeHint}
            error={isNoticeFine ? undefined : text.noticeHint}
            maxLength={NOTICE_LENGTH_MAX}
            value={notice}
            onChange={setNotice}
          />
          <Button type="submit" variant="danger">
            {words.actions['provider.close']}
          </Button>
        </form>
      )}
      {!isOpen && mayAct(roles, 'provider.open') && (
        <Button onClick={() => onOpen({ action: 'provider.open', input: { provider } })}>
          {words.actions['provider.open']}
        </Button>
      )}
      {mayAct(roles, 'provider.move') && (
        <div className="flex flex-wrap gap-2">
          {order !== null &&
            (['up', 'down'] as const).map((direction) => (
              <Button
                key={direction}
                onClick={() => onOpen({ action: 'provider.move', input: { provider, direction } })}
              >
                {text.move[direction]}
              </Button>
            ))}
          <Button
            onClick={() => onOpen({ action: 'provider.set-badge', input: { provider, isNew: isNew ? 'no' : 'yes' } })}
          >
            {isNew ? text.badgeOff : text.badgeOn}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The games in their order; those that are withdrawn too. */
function Games({ roles, row: { provider, name, list }, onOpen }: Acting) {
  const { games: text } = useSiteWords();
  if (list.length === 0) return <p className="text-text-2">{text.noGames}</p>;
  const canSync = mayAct(roles, 'provider.sync-games');
  const change = ({ game, isOffered }: ProviderGame): void =>
    onOpen({
      action: 'provider.sync-games',
      input: { provider, added: '', returned: isOffered ? '' : game, withdrawn: isOffered ? game : '' },
    });
  return (
    <section aria-label={name}>
      <h3 className="mb-1 font-semibold">{text.columns.games}</h3>
      <ul>
        {list.map((each) => (
          <li key={each.game} className="flex min-h-11 items-center gap-2 border-t border-hairline lg:min-h-9">
            <span className="min-w-0 flex-1 wrap-anywhere">{each.name}</span>
            {!each.isOffered && <Badge tone="warning">{text.withdrawn}</Badge>}
            {canSync && (
              <Button variant="quiet" onClick={() => change(each)}>
                {each.isOffered ? text.withdraw : text.offer}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
