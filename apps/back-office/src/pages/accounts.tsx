// Receiving accounts: what members are shown, today's sums beside the ceilings, and their actions.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type { Role } from '@chaba/contract/back-office/roles';
import type { AccountRow, ActionOutcome } from '@chaba/contract/back-office/wire';
import { banks, getBank, isListedBank } from '@chaba/contract/banks';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { FieldsDialog } from '#action/fields-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useMoneyWords } from '#text/money-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Choice, Field } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { mayAct } from './member-actions.tsx';
import { useListState } from './use-list.ts';

type Draft = Readonly<Record<string, string>>;
type AccountAction = Extract<ActionName, `account.${string}`>;

const STATES = ['open', 'closed'] as const;
const TONES: Readonly<Record<AccountRow['state'], Tone>> = {
  open: 'success',
  coming: 'info',
  full: 'warning',
  closed: 'plain',
};
const WARN_PERCENT = 80;
const FULL_PERCENT = 100;

export function AccountsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useWords();
  const { accounts } = useMoneyWords();
  const notice = useNotice();
  const state = useListState();
  const shown = state.get('state') === 'closed' ? 'closed' : 'open';
  const listed = useListRows(site, 'accounts', { filter: { state: shown }, keyOf: ({ id }) => id });
  const { list, rows } = listed;
  const chosen = rows.find(({ id }) => id === state.chosen);
  const [open, setOpen] = useState<{ readonly action: AccountAction; readonly input: Draft }>();
  const [isEntering, setEntering] = useState(false);

  function onDone(outcome: ActionOutcome): void {
    setOpen(undefined);
    setEntering(false);
    notice(outcome.request === undefined ? text.action.done : text.action.requested(outcome.request));
    void list.refetch();
  }

  return (
    <ListPage
      title={accounts.list}
      placeholder={accounts.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen && <AccountPanel row={chosen} roles={roles} onAct={(action, input) => setOpen({ action, input })} />
      }
      tools={
        <AccountTools
          site={site}
          roles={roles}
          shown={shown}
          onFilter={(value) => state.filter({ state: value })}
          onOpen={() => setOpen({ action: 'account.open', input: { bank: '', account: '', holder: '' } })}
          onEnter={() => setEntering(true)}
        />
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={accounts.empty} help={accounts.emptyHelp} />}
        label={accounts.list}
        columns={useColumns()}
        chosen={state.chosen}
        onChoose={state.choose}
      />
      {rows.length > 0 && <p className="p-3 text-text-3">{accounts.shownHelp}</p>}
      {isEntering && (
        <FieldsDialog
          site={site}
          open={{ action: 'balance.enter', input: {}, fields: ['account', 'balance', 'time'] }}
          onClose={() => setEntering(false)}
          onDone={onDone}
        />
      )}
      {open && (
        <AccountAction
          site={site}
          action={open.action}
          start={open.input}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
        />
      )}
    </ListPage>
  );
}

function AccountTools({
  site,
  roles,
  shown,
  onFilter,
  onOpen,
  onEnter,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly shown: (typeof STATES)[number];
  readonly onFilter: (state: string) => void;
  readonly onOpen: () => void;
  readonly onEnter: () => void;
}) {
  const text = useWords();
  const { accounts } = useMoneyWords();
  return (
    <>
      <Chips
        label={accounts.state}
        values={STATES.map((each) => [each, accounts.filters[each]] as const)}
        chosen={shown}
        onChoose={onFilter}
      />
      {mayAct(roles, 'deposit.import-statement') && (
        <Link
          to={`/${site}/accounts/statement`}
          className="inline-flex min-h-11 items-center rounded-[8px] border border-line px-3 lg:min-h-9"
        >
          {text.actions['deposit.import-statement']}
        </Link>
      )}
      {mayAct(roles, 'balance.enter') && <Button onClick={onEnter}>{text.actions['balance.enter']}</Button>}
      {mayAct(roles, 'account.open') && (
        <Button variant="primary" onClick={onOpen}>
          {text.actions['account.open']}
        </Button>
      )}
    </>
  );
}

function useColumns(): readonly Column<AccountRow, ColumnId<'accounts'>>[] {
  const { accounts } = useMoneyWords();
  const name = useAccountName();
  const { columns } = accounts;
  return [
    { id: 'account', title: columns.account, cell: (row) => <strong className="font-semibold">{name(row)}</strong> },
    { id: 'holder', title: columns.holder, cell: ({ holder }) => holder },
    { id: 'state', title: columns.state, cell: (row) => <StateBadge row={row} /> },
    { id: 'today', title: columns.today, isNumber: true, cell: ({ today }) => formatAmount(today) },
    {
      id: 'dayMax',
      title: columns.dayMax,
      isNumber: true,
      isWide: true,
      cell: ({ dayMax }) => (dayMax === null ? '–' : formatAmount(dayMax)),
    },
    { id: 'rotation', title: columns.rotation, isWide: true, cell: ({ rotation }) => rotation ?? '–' },
    { id: 'place', title: columns.place, isNumber: true, isWide: true, cell: ({ place }) => place },
  ];
}

/** A callback that names an account by its bank. */
function useAccountName(): (row: Pick<AccountRow, 'bankCode' | 'account'>) => string {
  const { accounts } = useMoneyWords();
  return ({ bankCode, account }) => {
    const number = account.replace(/^\d{3}\//, '');
    if (bankCode === null) return `${accounts.wallet} ${number}`;
    return `${isListedBank(bankCode) ? getBank(bankCode).shortCode : bankCode} ${number}`;
  };
}

function StateBadge({ row: { state, usedPercent } }: { readonly row: AccountRow }) {
  const { accounts } = useMoneyWords();
  const isNear = state === 'open' && usedPercent !== null && usedPercent >= WARN_PERCENT;
  return (
    <span className="flex flex-wrap gap-1 whitespace-nowrap">
      <Badge tone={TONES[state]}>{accounts.states[state]}</Badge>
      {isNear && <Badge tone="warning">{`${Math.min(usedPercent, FULL_PERCENT)} %`}</Badge>}
    </span>
  );
}

function AccountPanel({
  row,
  roles,
  onAct,
}: {
  readonly row: AccountRow;
  readonly roles: readonly Role[];
  readonly onAct: (action: AccountAction, input: Draft) => void;
}) {
  const text = useWords();
  const { accounts } = useMoneyWords();
  const name = useAccountName();
  const { id: receivingAccount, usedPercent } = row;
  const [bank = '', number = ''] = row.account.includes('/') ? row.account.split('/') : ['', row.account];
  const isOpen = row.state !== 'closed';
  const offers: readonly (readonly [AccountAction, Draft, boolean])[] = [
    ['account.set-place', { receivingAccount, place: String(row.place), rotation: row.rotation ?? '' }, isOpen],
    [
      'account.set-ceilings',
      { receivingAccount, dayMax: row.dayMax ?? '', totalMax: row.totalMax ?? '' },
      isOpen && row.request === null,
    ],
    ['account.set-promptpay', { receivingAccount, promptPay: row.promptPay ?? '' }, isOpen && row.request === null],
    ['account.open', { bank, account: number, holder: row.holder }, !isOpen && row.request === null],
    ['account.close', { receivingAccount }, isOpen],
  ];
  return (
    <div className="dense grid gap-4 py-3">
      <div>
        <h2 className="text-title-3">{name(row)}</h2>
        <p className="text-text-2">{row.holder}</p>
      </div>
      {row.request !== null && <Callout tone="warning">{accounts.requestOpen(row.request)}</Callout>}
      {row.state === 'full' && <Callout tone="warning">{accounts.full}</Callout>}
      {row.state === 'open' && usedPercent !== null && usedPercent >= WARN_PERCENT && (
        <Callout tone="warning">{accounts.near(usedPercent)}</Callout>
      )}
      <Facts facts={useAccountFacts(row)} />
      <div className="grid gap-2">
        {offers
          .filter(([action, , isOffered]) => isOffered && mayAct(roles, action))
          .map(([action, input]) => (
            <Button
              key={action}
              variant={action === 'account.close' ? 'danger' : 'secondary'}
              onClick={() => onAct(action, input)}
            >
              {text.actions[action]}
            </Button>
          ))}
      </div>
    </div>
  );
}

function useAccountFacts(row: AccountRow): readonly (readonly [string, ReactNode])[] {
  const { accounts } = useMoneyWords();
  const text = useWords();
  const time = useTime();
  const { columns } = accounts;
  const ceiling = (amount: string | null): string => (amount === null ? accounts.noCeiling : formatAmount(amount));
  const next = row.nextPromptPay;
  return [
    [columns.state, <StateBadge key="state" row={row} />],
    [columns.today, `${formatAmount(row.today)} / ${ceiling(row.dayMax)}`],
    [columns.total, `${formatAmount(row.total)} / ${ceiling(row.totalMax)}`],
    [columns.place, row.place],
    [columns.rotation, row.rotation ?? text.none],
    [
      columns.promptPay,
      [
        row.promptPay ?? text.none,
        next === null ? '' : accounts.nextPromptPay(next.id ?? accounts.removed, time(next.from)),
      ]
        .filter((each) => each !== '')
        .join(' · '),
    ],
    [columns.shownFrom, time(row.shownFrom)],
    ...(row.closedAt === null ? [] : [[columns.closedAt, time(row.closedAt)] as const]),
  ];
}

/** Texts of the fields of each action. */
const FIELDS = {
  'account.open': ['bank', 'account', 'holder'],
  'account.set-promptpay': ['promptPay'],
  'account.set-ceilings': ['dayMax', 'totalMax'],
  'account.set-place': ['place', 'rotation'],
  'account.close': [],
} as const satisfies Readonly<Record<AccountAction, readonly string[]>>;

/** The dialog of an action with the fields of its input. */
function AccountAction({
  site,
  action,
  start,
  onClose,
  onDone,
}: {
  readonly site: string;
  readonly action: AccountAction;
  readonly start: Draft;
  readonly onClose: () => void;
  readonly onDone: (outcome: ActionOutcome) => void;
}) {
  const [input, setInput] = useState<Draft>(start);
  const open: OpenAction = {
    action,
    input,
    isTwo: actions[action].people === 'two',
    isPreviewed: action === 'account.close',
  };
  return (
    <ActionDialog
      site={site}
      open={open}
      form={
        <div className="grid gap-2">
          {FIELDS[action].map((name) => (
            <AccountField
              key={name}
              name={name}
              value={input[name] ?? ''}
              onChange={(value) => setInput((before) => ({ ...before, [name]: value }))}
            />
          ))}
        </div>
      }
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function AccountField({
  name,
  value,
  onChange,
}: {
  readonly name: (typeof FIELDS)[AccountAction][number];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { accounts } = useMoneyWords();
  if (name === 'bank') {
    return (
      <Choice label={accounts.bank} value={value} onChange={onChange}>
        <option value="">{accounts.wallet}</option>
        {banks.map(({ code, shortCode }) => (
          <option key={code} value={code}>
            {shortCode}
          </option>
        ))}
      </Choice>
    );
  }
  const labels = { ...accounts, account: accounts.number };
  const isNumber = name === 'account' || name === 'place';
  const isAmount = name === 'dayMax' || name === 'totalMax';
  return (
    <Field
      label={labels[name]}
      autoComplete="off"
      inputMode={isNumber ? 'numeric' : isAmount ? 'decimal' : 'text'}
      value={value}
      onChange={(typed) => onChange(isNumber ? typed.replaceAll(/\D/g, '') : typed)}
    />
  );
}
