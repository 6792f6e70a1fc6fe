// Providers and their games: state, place in the lobby, badge, and the games of the chosen provider.
//
// Always true: one person closes, two people open; the page offers what the roles of the person may begin.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { ProviderDetail, ProviderGame, ListedProvider } from '@chaba/contract/back-office/site-wire';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { Badge } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { type FieldsAction, FieldsDialog } from '#action/fields-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { providerQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Field } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';

import { useListState } from './use-list.ts';

const STATES = ['lobby', 'closed', 'outside'] as const;
const NOTICE_LENGTH_MAX = 120;

type Opened = Pick<OpenAction, 'action' | 'input'> & Partial<Pick<FieldsAction, 'fields' | 'choices'>>;

/** The result of an action as a notice, after its dialog was closed. */
function useOutcome(onClose: () => void): (outcome: ActionOutcome) => void {
  const words = useWords();
  const notice = useNotice();
  return ({ request }) => {
    onClose();
    notice(request === undefined ? words.action.done : words.action.requested(request));
  };
}

export function GamesPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { games: text } = useSiteWords();
  const state = useListState();
  const filter = STATES.find((each) => each === state.get('state')) ?? 'lobby';
  const listed = useListRows(site, 'providers', { filter: { state: filter }, keyOf: ({ provider }) => provider });
  const columns = useColumns();
  const words = useWords();
  const [isAdding, setAdding] = useState(false);
  const onDone = useOutcome(() => setAdding(false));
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
        <>
          <Chips
            label={text.filter}
            values={STATES.map((each) => [each, text.filters[each]] as const)}
            chosen={filter}
            onChoose={(value) => state.filter({ state: value })}
          />
          {mayAct(roles, 'provider.add') && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              {words.actions['provider.add']}
            </Button>
          )}
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.empty[filter]} />}
        label={text.title}
        columns={columns}
        chosen={state.chosen}
        onChoose={state.choose}
      />
      {isAdding && (
        <FieldsDialog
          site={site}
          open={{ action: 'provider.add', input: {}, fields: ['provider', 'terms'] }}
          onClose={() => setAdding(false)}
          onDone={onDone}
        />
      )}
    </ListPage>
  );
}

function useColumns(): readonly Column<ListedProvider, ColumnId<'providers'>>[] {
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
  const { data, error, isPending, refetch } = useQuery(providerQuery(site, provider));
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const onDone = useOutcome(close);
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="dense grid gap-4 py-3">
      <h2 className="text-title-3">{data.name}</h2>
      <ProviderFacts site={site} row={data} />
      <ProviderActions roles={roles} row={data} onOpen={setOpened} />
      <Games roles={roles} row={data} onOpen={setOpened} />
      <Keys roles={roles} row={data} onOpen={setOpened} />
      <RefusedCalls calls={data.refusedCalls} />
      {opened?.fields !== undefined && (
        <FieldsDialog site={site} open={{ ...opened, fields: opened.fields }} onClose={close} onDone={onDone} />
      )}
      {opened !== undefined && opened.fields === undefined && (
        <ActionDialog
          site={site}
          open={{
            action: opened.action,
            input: opened.input,
            isTwo: actions[opened.action].people === 'two',
            isPreviewed: true,
          }}
          onClose={close}
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
      <div className="flex flex-wrap gap-2">
        {TYPED.filter(([action]) => mayAct(roles, action)).map(([action, fields]) => (
          <Button key={action} onClick={() => onOpen({ action, input: { provider }, fields })}>
            {words.actions[action]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Actions whose input is typed. */
const TYPED = [
  ['provider.set-win-cap', ['amount']],
  ['provider.change', ['terms']],
  ['provider.import-games', ['file']],
] as const;

/** Keys that sign the calls of the provider; a new one is handed over before the old one is retired. */
function Keys({ roles, row: { provider, keys }, onOpen }: Acting) {
  const words = useWords();
  const { games: text } = useSiteWords();
  const time = useTime();
  const live = keys.filter(({ isLive }) => isLive).map(({ key }) => key);
  const input = { provider };
  if (keys.length === 0 && !mayAct(roles, 'provider.create-key')) return null;
  return (
    <section aria-label={text.keys}>
      <h3 className="mb-1 font-semibold">{text.keys}</h3>
      <ul>
        {keys.map(({ key, isLive, createdAt }) => (
          <li key={key} className="flex min-h-11 flex-wrap items-center gap-2 border-t border-hairline lg:min-h-9">
            <code className="min-w-0 flex-1 wrap-anywhere">{key}</code>
            {createdAt !== null && <span className="text-text-3">{time(createdAt)}</span>}
            <Badge tone={isLive ? 'success' : 'plain'}>{isLive ? text.keyLive : text.keyRetired}</Badge>
          </li>
        ))}
      </ul>
      {mayAct(roles, 'provider.create-key') && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => onOpen({ action: 'provider.create-key', input })}>
            {words.actions['provider.create-key']}
          </Button>
          {live.length > 0 && (
            <Button onClick={() => onOpen({ action: 'provider.hand-key', input })}>
              {words.actions['provider.hand-key']}
            </Button>
          )}
          {live.length > 1 && (
            <Button
              variant="danger"
              onClick={() => onOpen({ action: 'provider.retire-key', input, fields: ['key'], choices: { key: live } })}
            >
              {words.actions['provider.retire-key']}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Signed requests of the provider that were rejected for good: a lost win leaves a trace here. */
function RefusedCalls({ calls }: { readonly calls: ProviderDetail['refusedCalls'] }) {
  const { games: text } = useSiteWords();
  const time = useTime();
  if (calls.length === 0) return null;
  return (
    <section aria-label={text.refusedCalls}>
      <h3 className="mb-1 font-semibold">{text.refusedCalls}</h3>
      <ul>
        {calls.map(({ path, code, body, times, lastReceivedAt }) => (
          <li key={`${path} ${body} ${lastReceivedAt}`} className="border-t border-hairline py-2">
            <p className="flex flex-wrap gap-2">
              <span className="text-text-3">{time(lastReceivedAt)}</span>
              <code className="wrap-anywhere">{`${code} ${path}`}</code>
              {times > 1 && <Badge>{`×${times}`}</Badge>}
            </p>
            <code className="block text-micro wrap-anywhere text-text-2">{body}</code>
          </li>
        ))}
      </ul>
    </section>
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
