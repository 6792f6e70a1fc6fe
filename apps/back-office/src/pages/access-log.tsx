// Access to data of members: who opened whose page, and whose data stood in full in which file.
//
// Elsewhere: the entries of the audit (audit.tsx), files in full (action/export-options.tsx).

import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { accessKinds } from '@chaba/contract/back-office/lists';
import { hasPermission, type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import type { AccessRow } from '@chaba/contract/back-office/wire';
import { useState } from 'react';
import { Link } from 'react-router';

import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Field } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState, NoPermission } from '#ui/states';

import { MemberLink } from './queue-parts.tsx';
import { useListState } from './use-list.ts';

type Place = { readonly site: string; readonly roles: readonly Role[] };

const mayRead = (held: readonly Role[]): boolean => hasPermission(held, 'audit.view');

export function AccessLogPage({ site, roles }: Place) {
  const text = useWords();
  if (mayRead(roles)) return <AccessLog site={site} roles={roles} />;
  return <NoPermission roles={allRoles.filter((role) => mayRead([role])).map((role) => text.roles[role])} />;
}

function AccessLog({ site, roles }: Place) {
  const text = useWords();
  const { access } = text;
  const state = useListState();
  const member = state.get('member');
  const show = state.get('show') === 'files' ? 'files' : 'pages';
  const columns = useColumns({ site, roles, show });
  const listed = useListRows(site, 'access-log', {
    filter: { show, ...(member === '' ? {} : { member }) },
    keyOf: (row) => row.access,
  });
  return (
    <ListPage
      title={access.title}
      panel={undefined}
      placeholder={undefined}
      onClosePanel={() => undefined}
      tools={
        <>
          <Link to={`/${site}/audit`} className="inline-flex min-h-11 items-center underline lg:min-h-9">
            {text.audit.list}
          </Link>
          <Chips
            label={access.show}
            values={accessKinds.map((each) => [each, access.kinds[each]] as const)}
            chosen={show}
            onChoose={(value) => state.filter({ show: value })}
          />
          <MemberFilter key={member} member={member} onFilter={(value) => state.filter({ member: value })} />
        </>
      }
    >
      <ListRows
        of={listed}
        empty={
          <EmptyState title={member === '' ? access.empty[show] : access.emptyFiltered[show]} help={access.help[show]}>
            {member !== '' && <Button onClick={() => state.filter({ member: '' })}>{text.audit.clear}</Button>}
          </EmptyState>
        }
        label={access.title}
        columns={columns}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function MemberFilter({ member, onFilter }: { readonly member: string; readonly onFilter: (member: string) => void }) {
  const text = useWords();
  const [typed, setTyped] = useState(member);
  return (
    <form
      role="search"
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(typed.trim());
      }}
    >
      <Field label={text.access.filter} value={typed} onChange={setTyped} maxLength={20} />
      <Button type="submit">{text.audit.apply}</Button>
    </form>
  );
}

/** A page has neither list nor request. */
const OF_FILES: readonly string[] = ['list', 'request'];

function useColumns({
  site,
  roles,
  show,
}: Place & { readonly show: (typeof accessKinds)[number] }): readonly Column<AccessRow, ColumnId<'access-log'>>[] {
  const text = useWords();
  const time = useTime();
  const { columns } = text.access;
  const pages: Readonly<Record<string, string>> = text.pages;
  const all: readonly Column<AccessRow, ColumnId<'access-log'>>[] = [
    {
      id: 'time',
      title: columns.time,
      cell: ({ at }) => <span className="whitespace-nowrap text-text-2">{time(at)}</span>,
    },
    { id: 'operator', title: columns.operator, cell: ({ operator }) => operator },
    {
      id: 'member',
      title: columns.member,
      cell: ({ member }) => <MemberLink site={site} roles={roles} memberId={member.slice(1)} name={member} />,
    },
    { id: 'list', title: columns.list, cell: ({ list }) => pages[list ?? ''] ?? list },
    {
      id: 'request',
      title: columns.request,
      cell: ({ request }) => (
        <Link to={`/${site}/requests?state=closed&open=${request}`} className="underline">
          {request}
        </Link>
      ),
    },
  ];
  return show === 'files' ? all : all.filter(({ id }) => !OF_FILES.includes(id));
}
