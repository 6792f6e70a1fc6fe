// Operators: who has which role, invitations, the end of an access, limits of roles.

import { type ActionName, actions, limitedActions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { findActingRole, isRole, type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import type { ActionOutcome, OperatorRow } from '@chaba/contract/back-office/wire';
import { Badge, type Tone } from '@chaba/ui/badge';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { listQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Choice, Field } from '#ui/field';
import { ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { useListState } from './use-list.ts';

type Draft = Readonly<Record<string, string>>;

export function OperatorsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useWords();
  const notice = useNotice();
  const state = useListState();
  const listed = useListRows(site, 'operators', { keyOf: ({ name }) => name });
  const { rows } = listed;
  const columns = useColumns();
  const chosen = rows.find(({ name }) => name === state.chosen);
  const [open, setOpen] = useState<{ readonly action: ActionName; readonly input: Draft }>();
  const can = (action: ActionName): boolean => findActingRole(roles, actions[action].permission) !== undefined;

  function onDone(outcome: ActionOutcome): void {
    setOpen(undefined);
    notice(outcome.request === undefined ? text.action.done : text.action.requested(outcome.request));
  }

  return (
    <ListPage
      title={text.operators.list}
      placeholder={text.operators.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : (
          <OperatorPanel row={chosen} can={can} onAct={(action, input) => setOpen({ action, input })} />
        )
      }
      tools={
        can('operator.invite') ? (
          <Button
            variant="primary"
            onClick={() =>
              setOpen({ action: 'operator.invite', input: { name: '', displayName: '', roles: 'support' } })
            }
          >
            {text.operators.invite}
          </Button>
        ) : undefined
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.operators.empty} />}
        label={text.operators.list}
        columns={columns}
        chosen={state.chosen}
        onChoose={state.choose}
      />
      <Limits
        site={site}
        canChange={can('operator.set-limit')}
        onChange={(input) => setOpen({ action: 'operator.set-limit', input })}
      />
      {open && (
        <OperatorAction
          site={site}
          action={open.action}
          start={open.input}
          row={chosen}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
        />
      )}
    </ListPage>
  );
}

const TONES: Readonly<Record<OperatorRow['state'], Tone>> = {
  invited: 'info',
  active: 'success',
  locked: 'warning',
  disabled: 'plain',
};

function useColumns(): readonly Column<OperatorRow, ColumnId<'operators'>>[] {
  const text = useWords();
  const time = useTime();
  const { columns } = text.operators;
  return [
    { id: 'name', title: columns.name, cell: ({ name }) => <strong className="font-semibold">{name}</strong> },
    { id: 'roles', title: columns.roles, cell: ({ roles }) => roles.map((role) => text.roles[role]).join(', ') },
    {
      id: 'state',
      title: columns.state,
      cell: ({ state, isDemo }) => (
        <span className="flex gap-1">
          <Badge tone={TONES[state]}>{text.operators.states[state]}</Badge>
          {isDemo && <Badge>{text.operators.demo}</Badge>}
        </span>
      ),
    },
    { id: 'factors', title: columns.factors, isWide: true, cell: (row) => <Factors row={row} /> },
    { id: 'sessions', title: columns.sessions, isNumber: true, isWide: true, cell: ({ sessions }) => sessions },
    {
      id: 'seen',
      title: columns.seen,
      isWide: true,
      cell: ({ seenAt }) => <span className="text-text-2">{seenAt === null ? '–' : time(seenAt)}</span>,
    },
  ];
}

function Factors({ row }: { readonly row: OperatorRow }) {
  const text = useWords();
  const parts = [
    ...(row.passkeys > 0 ? [text.operators.passkeys(row.passkeys)] : []),
    ...(row.hasTotp ? [text.operators.totp] : []),
  ];
  return <span className="text-text-2">{parts.join(', ') || '–'}</span>;
}

function OperatorPanel({
  row,
  can,
  onAct,
}: {
  readonly row: OperatorRow;
  readonly can: (action: ActionName) => boolean;
  readonly onAct: (action: ActionName, input: Draft) => void;
}) {
  const text = useWords();
  const { name, roles } = row;
  const missing = allRoles.filter((role) => !roles.includes(role));
  const offers: readonly (readonly [ActionName, Draft, boolean])[] = [
    ['operator.add-role', { name, role: missing[0] ?? '' }, missing.length > 0],
    ['operator.end-role', { name, role: roles[0] ?? '' }, roles.length > 0],
    ['operator.renew', { name }, !row.isDemo],
    ['operator.unlock', { name }, row.state === 'locked'],
    ['operator.end-sessions', { name }, row.sessions > 0],
    ['operator.disable', { name }, row.state !== 'disabled'],
  ];
  return (
    <div className="dense grid gap-4 py-3">
      <div>
        <h2 className="text-title-3">{name}</h2>
        <p className="text-text-2">{row.displayName}</p>
      </div>
      <Facts
        facts={[
          [text.operators.columns.roles, roles.map((role) => text.roles[role]).join(', ') || text.none],
          [text.operators.columns.state, text.operators.states[row.state]],
          [text.operators.columns.factors, <Factors key="factors" row={row} />],
          [text.operators.columns.sessions, row.sessions],
        ]}
      />
      <div className="grid gap-2">
        {offers
          .filter(([action, , isOffered]) => isOffered && can(action))
          .map(([action, input]) => (
            <Button
              key={action}
              variant={/disable/.test(action) ? 'danger' : 'secondary'}
              onClick={() => onAct(action, input)}
            >
              {text.actions[action]}
            </Button>
          ))}
      </div>
    </div>
  );
}

/** The dialog of an action with the fields of its input. */
function OperatorAction({
  site,
  action,
  start,
  row,
  onClose,
  onDone,
}: {
  readonly site: string;
  readonly action: ActionName;
  readonly start: Draft;
  readonly row: OperatorRow | undefined;
  readonly onClose: () => void;
  readonly onDone: (outcome: ActionOutcome) => void;
}) {
  const text = useWords();
  const [input, setInput] = useState<Draft>(start);
  const set = (name: string) => (value: string) => setInput((before) => ({ ...before, [name]: value }));
  const isForm = action === 'operator.invite' || action === 'operator.set-limit' || action.endsWith('role');
  const open: OpenAction = {
    action,
    input,
    isTwo: actions[action].people === 'two',
    ...(isForm || row === undefined
      ? {}
      : { facts: { name: row.name, displayName: row.displayName, roles: row.roles } }),
  };
  const fields: Readonly<Partial<Record<ActionName, ReactNode>>> = {
    'operator.invite': (
      <>
        <Field
          label={text.operators.name}
          value={input['name'] ?? ''}
          onChange={set('name')}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field label={text.operators.displayName} value={input['displayName'] ?? ''} onChange={set('displayName')} />
        <RoleChoice value={input['roles'] ?? ''} from={allRoles} onChange={set('roles')} />
      </>
    ),
    'operator.add-role': (
      <RoleChoice
        value={input['role'] ?? ''}
        from={allRoles.filter((role) => row?.roles.includes(role) !== true)}
        onChange={set('role')}
      />
    ),
    'operator.end-role': <RoleChoice value={input['role'] ?? ''} from={row?.roles ?? []} onChange={set('role')} />,
    'operator.set-limit': (
      <>
        <Facts
          facts={[
            [text.operators.role, isRole(input['role'] ?? '') ? text.roles[input['role'] as Role] : ''],
            [text.operators.limitColumns.action, limitedActions.map((name) => text.actions[name]).join(', ')],
          ]}
        />
        <Field
          label={text.operators.amount}
          inputMode="decimal"
          value={input['amount'] ?? ''}
          onChange={set('amount')}
        />
        <Field label={text.operators.day} inputMode="decimal" value={input['day'] ?? ''} onChange={set('day')} />
      </>
    ),
  };
  return <ActionDialog site={site} open={open} form={fields[action]} onClose={onClose} onDone={onDone} />;
}

function RoleChoice({
  value,
  from,
  onChange,
}: {
  readonly value: string;
  readonly from: readonly Role[];
  readonly onChange: (role: string) => void;
}) {
  const text = useWords();
  return (
    <Choice label={text.operators.role} value={value} onChange={onChange}>
      {from.map((role) => (
        <option key={role} value={role}>
          {text.roles[role]}
        </option>
      ))}
    </Choice>
  );
}

function Limits({
  site,
  canChange,
  onChange,
}: {
  readonly site: string;
  readonly canChange: boolean;
  readonly onChange: (input: Draft) => void;
}) {
  const text = useWords();
  const { data } = useInfiniteQuery(listQuery(site, 'limits', {}, false));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  const { limitColumns } = text.operators;
  return (
    <section aria-label={text.operators.limits} className="dense border-t border-hairline p-3">
      <h2 className="mb-2 font-semibold">{text.operators.limits}</h2>
      <ul className="grid gap-2">
        {rows.map(({ role, action, amount, day, isDefault }) => (
          <li key={`${role} ${action}`} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span>{`${text.roles[role]} · ${text.actions[action]}`}</span>
            <span>{`${limitColumns.amount} ${formatAmount(amount)}`}</span>
            <span>{`${limitColumns.day} ${formatAmount(day)}`}</span>
            {isDefault && <Badge>{text.operators.isDefault}</Badge>}
            {canChange && (
              <Button onClick={() => onChange({ role, action, amount, day })}>
                {text.actions['operator.set-limit']}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
