// Audit: the entries of a site, searched by operator, action, subject and outcome, and the check of their chain.

import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import type { AuditRow } from '@chaba/contract/back-office/wire';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { chainQuery } from '#api/queries';
import { useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { type FactPair, Facts, StoredFacts } from '#ui/facts';
import { Choice, Field } from '#ui/field';
import { ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { useListState } from './use-list.ts';

const FILTERS = ['operator', 'action', 'subject', 'outcome'] as const;
const OUTCOMES = ['done', 'requested', 'refused'] as const;
const TONES: Readonly<Record<string, Tone>> = { done: 'success', requested: 'warning', refused: 'danger' };

export function AuditPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useWords();
  const state = useListState();
  const isAll = hasPermission(roles, 'audit.view');
  const filter = Object.fromEntries(FILTERS.map((name) => [name, state.get(name)]).filter(([, value]) => value !== ''));
  const listed = useListRows(site, 'audit', { filter, keyOf: ({ sequence }) => sequence });
  const { rows } = listed;
  const columns = useColumns();
  const chosen = rows.find(({ sequence }) => sequence === state.chosen);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <ListPage
      title={text.audit.list}
      placeholder={text.audit.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen === undefined ? undefined : <EntryPanel row={chosen} />}
      tools={
        <>
          {isAll && (
            <Link to={`/${site}/audit/access`} className="inline-flex min-h-11 items-center underline lg:min-h-9">
              {text.access.title}
            </Link>
          )}
          <FilterBar key={JSON.stringify(filter)} filter={filter} isAll={isAll} onFilter={state.filter} />
        </>
      }
    >
      {isAll ? <Chain site={site} /> : <p className="px-3 py-2 text-text-3">{text.audit.ownOnly}</p>}
      <ListRows
        of={listed}
        empty={
          <EmptyState title={isFiltered ? text.audit.emptyFiltered : text.audit.empty}>
            {isFiltered && (
              <Button onClick={() => state.filter(Object.fromEntries(FILTERS.map((name) => [name, ''])))}>
                {text.audit.clear}
              </Button>
            )}
          </EmptyState>
        }
        label={text.audit.list}
        columns={columns}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useActionName(): (action: string) => string {
  const text = useWords();
  const names: Readonly<Record<string, string>> = { ...text.actions, ...text.otherActions };
  return (action) => names[action] ?? action;
}

function useColumns(): readonly Column<AuditRow, ColumnId<'audit'>>[] {
  const text = useWords();
  const time = useTime();
  const actionName = useActionName();
  const { columns } = text.audit;
  return [
    {
      id: 'time',
      title: columns.time,
      cell: ({ actedAt }) => <span className="whitespace-nowrap text-text-2">{time(actedAt)}</span>,
    },
    { id: 'operator', title: columns.operator, cell: ({ operator }) => operator },
    {
      id: 'action',
      title: columns.action,
      cell: ({ action }) => <strong className="font-semibold">{actionName(action)}</strong>,
    },
    { id: 'subject', title: columns.subject, cell: ({ subject }) => subject },
    {
      id: 'outcome',
      title: columns.outcome,
      cell: ({ outcome }) => <Badge tone={TONES[outcome] ?? 'plain'}>{text.audit.outcomes[outcome] ?? outcome}</Badge>,
    },
    { id: 'reason', title: columns.reason, cell: ({ reason }) => <span className="text-text-2">{reason}</span> },
  ];
}

function FilterBar({
  filter,
  isAll,
  onFilter,
}: {
  readonly filter: Readonly<Record<string, string>>;
  readonly isAll: boolean;
  readonly onFilter: (values: Readonly<Record<string, string>>) => void;
}) {
  const text = useWords();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(FILTERS.map((name) => [name, filter[name] ?? ''])),
  );
  const set = (name: string) => (value: string) => setDraft((before) => ({ ...before, [name]: value.trim() }));
  const texts = FILTERS.filter((name) => name !== 'outcome' && (isAll || name !== 'operator'));
  return (
    <form
      role="search"
      className="grid w-full grid-cols-2 items-end gap-2 lg:flex lg:w-auto lg:[&>div:has(select)]:min-w-32"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(draft);
      }}
    >
      {texts.map((name) => (
        <Field
          key={name}
          label={text.audit.filter[name]}
          value={draft[name] ?? ''}
          onChange={set(name)}
          maxLength={80}
        />
      ))}
      <Choice label={text.audit.filter.outcome} value={draft['outcome'] ?? ''} onChange={set('outcome')}>
        <option value="">{text.audit.anyOutcome}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {text.audit.outcomes[outcome]}
          </option>
        ))}
      </Choice>
      <Button type="submit">{text.audit.apply}</Button>
    </form>
  );
}

function Chain({ site }: { readonly site: string }) {
  const text = useWords();
  const { data, error, isFetching, refetch } = useQuery(chainQuery(site));
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-hairline px-3 py-2">
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        {text.audit.chain}
      </Button>
      {error && <span className="text-danger">{text.errorTitle}</span>}
      {data?.isWhole === true && <Badge tone="success">{text.audit.whole(data.entries)}</Badge>}
      {data?.isWhole === false && (
        <Callout tone="warning">
          {text.audit.broken}
          <ul>
            {data.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}

function EntryPanel({ row }: { readonly row: AuditRow }) {
  const text = useWords();
  const time = useTime();
  const actionName = useActionName();
  const facts: readonly FactPair[] = [
    [text.audit.columns.time, time(row.actedAt)],
    [text.audit.columns.operator, `${row.operator} (${row.role})`],
    [text.audit.channel, text.audit.channels[row.channel] ?? row.channel],
    ...(row.factor === null ? [] : [[text.audit.factor, text.factor.name[row.factor] ?? row.factor] as const]),
    [text.audit.columns.reason, row.reason || '–'],
    ...(row.code === null ? [] : [[text.audit.code, row.code] as const]),
    ...(row.request === null ? [] : [[text.requests.columns.request, row.request] as const]),
    [text.audit.hash, row.hash],
  ];
  return (
    <div className="dense grid gap-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title-3">{`${actionName(row.action)} · ${row.subject}`}</h2>
        <Badge tone={TONES[row.outcome] ?? 'plain'}>{text.audit.outcomes[row.outcome] ?? row.outcome}</Badge>
      </div>
      <Facts facts={facts} />
      {row.before && (
        <section aria-label={text.audit.before}>
          <h3 className="mb-1 font-semibold">{text.audit.before}</h3>
          <StoredFacts facts={row.before} />
        </section>
      )}
      {row.after && (
        <section aria-label={text.audit.after}>
          <h3 className="mb-1 font-semibold">{text.audit.after}</h3>
          <StoredFacts facts={row.after} />
        </section>
      )}
    </div>
  );
}
