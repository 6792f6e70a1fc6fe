// Members who protect themselves: on a break, excluded, with limits, with a request for a looser one; and those whom a
// rule of harm found. A break begins or grows here; nothing shortens one.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { type ProtectedLimit, protectionChips, type ProtectionRow } from '@chaba/contract/back-office/protection-wire';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import { type PlayBreakLength, playBreakLengths } from '@chaba/contract/constraints';
import { Badge } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useProtectionWords } from '#text/protection-words';
import { useRiskWords } from '#text/risk-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Choice } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { MemberStateBadge } from './member-parts.tsx';
import { useListState } from './use-list.ts';

const keyOf = ({ reference }: ProtectionRow): string => reference;

export function ProtectionPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const words = useProtectionWords();
  const state = useListState();
  const chip = protectionChips.find((each) => each === state.get('show')) ?? 'breaks';
  const listed = useListRows(site, 'protection', { filter: { show: chip }, keyOf });
  const { rows } = listed;
  const chosen = rows.find((row) => keyOf(row) === state.chosen);
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen && <ProtectionPanel key={chosen.reference} site={site} roles={roles} row={chosen} />}
      tools={
        <Chips
          label={words.show}
          values={protectionChips.map((each) => [each, words.chips[each]] as const)}
          chosen={chip}
          onChoose={(value) => state.filter({ show: value === 'breaks' ? '' : value })}
        />
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={words.empty[chip]} help={words.emptyHelp} />}
        label={words.title}
        columns={useColumns()}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

/** The end of the present break; undefined: none. */
function useUntil(): (row: ProtectionRow) => string | undefined {
  const words = useProtectionWords();
  const time = useTime();
  return ({ state, breakUntil }) => {
    if (breakUntil !== null) return time(breakUntil);
    return state === 'excluded' ? words.endless : undefined;
  };
}

function useLimitText(): (limit: ProtectedLimit) => string {
  const words = useProtectionWords();
  const { page } = useMemberWords();
  const time = useTime();
  return ({ kind, span, most, requested }) => {
    const format = (value: string): string => (kind === 'time' ? words.minutes(value) : formatAmount(value));
    const looser =
      requested === null
        ? []
        : [words.requested(requested.most === null ? words.noLimit : format(requested.most), time(requested.at))];
    return [`${page.limitKinds[kind]} ${page.spans[span] ?? span} ${format(most)}`, ...looser].join(' · ');
  };
}

function useColumns(): readonly Column<ProtectionRow, ColumnId<'protection'>>[] {
  const { columns } = useProtectionWords();
  const until = useUntil();
  const limitText = useLimitText();
  return [
    {
      id: 'member',
      title: columns.member,
      cell: ({ name, reference }) => (
        <>
          <strong className="block font-semibold">{name}</strong>
          <span className="text-micro text-text-2">{reference}</span>
        </>
      ),
    },
    {
      id: 'state',
      title: columns.state,
      cell: ({ state }) => (
        <span className="whitespace-nowrap">{state !== 'open' && <MemberStateBadge state={state} />}</span>
      ),
    },
    { id: 'until', title: columns.until, cell: (row) => <span className="whitespace-nowrap">{until(row)}</span> },
    { id: 'breaks', title: columns.breaks, isNumber: true, isWide: true, cell: ({ recentBreaks }) => recentBreaks },
    {
      id: 'markers',
      title: columns.markers,
      cell: ({ markers }) => <Markers markers={markers} />,
    },
    {
      id: 'limits',
      title: columns.limits,
      isWide: true,
      cell: ({ limits }) => (
        <span className="line-clamp-2 break-words text-text-2">{limits.map(limitText).join(', ')}</span>
      ),
    },
  ];
}

function Markers({ markers }: Pick<ProtectionRow, 'markers'>) {
  const { rules } = useRiskWords();
  return (
    <span className="flex flex-wrap gap-1">
      {markers.map((rule) => (
        <Badge key={rule} tone="warning">
          {rules[rule]}
        </Badge>
      ))}
    </span>
  );
}

/** Actions that a state allows: a break begins or grows, an exclusion without end is lifted by two people. */
function listOffers({ state, breakUntil }: ProtectionRow): readonly ActionName[] {
  const isEndless = state === 'excluded' && breakUntil === null;
  return isEndless ? ['member.lift-exclusion'] : ['member.begin-break'];
}

type PanelProps = { readonly site: string; readonly roles: readonly Role[]; readonly row: ProtectionRow };

function ProtectionPanel({ site, roles, row }: PanelProps) {
  const words = useProtectionWords();
  const text = useWords();
  const until = useUntil();
  const limitText = useLimitText();
  const { reference, name, state, recentBreaks, limits } = row;
  return (
    <div className="dense grid gap-3 py-3">
      <div>
        <h2 className="text-title-3">{name}</h2>
        <Link to={`/${site}/members/${reference}`} className="underline">
          {`${words.openMember} ${reference}`}
        </Link>
      </div>
      <Facts
        facts={[
          [words.columns.state, <MemberStateBadge key="state" state={state} />],
          [words.columns.until, until(row) ?? text.none],
          [words.columns.breaks, recentBreaks],
          [
            words.columns.markers,
            row.markers.length === 0 ? text.none : <Markers key="markers" markers={row.markers} />,
          ],
        ]}
      />
      <ul className="grid gap-1">
        {limits.length === 0 && <li className="text-text-2">{words.noLimits}</li>}
        {limits.map((limit) => (
          <li key={`${limit.kind} ${limit.span}`} className="break-words">
            {limitText(limit)}
          </li>
        ))}
      </ul>
      <Callout>{words.rule}</Callout>
      <ProtectionActions site={site} roles={roles} row={row} />
    </div>
  );
}

function ProtectionActions({ site, roles, row }: PanelProps) {
  const text = useWords();
  const notice = useNotice();
  const { reference, name } = row;
  const [open, setOpen] = useState<{ readonly action: ActionName; readonly length?: PlayBreakLength }>();
  const offers = listOffers(row).filter((action) => findActingRole(roles, actions[action].permission) !== undefined);
  const start = (action: ActionName): void =>
    setOpen({ action, ...(action === 'member.begin-break' ? { length: '24h' } : {}) });
  return (
    <div className="flex flex-wrap gap-2">
      {offers.map((action) => (
        <Button key={action} onClick={() => start(action)}>
          {text.actions[action]}
        </Button>
      ))}
      {open && (
        <ActionDialog
          site={site}
          open={{
            action: open.action,
            input: { member: reference, ...(open.length === undefined ? {} : { length: open.length }) },
            facts: { reference, member: name },
            isTwo: actions[open.action].people === 'two',
          }}
          form={
            open.length !== undefined && (
              <BreakForm length={open.length} onChange={(length) => setOpen({ ...open, length })} />
            )
          }
          onClose={() => setOpen(undefined)}
          onDone={({ request }) => {
            setOpen(undefined);
            const title = text.actions[open.action];
            notice(request === undefined ? `${title} ${reference}` : text.action.requested(request));
          }}
        />
      )}
    </div>
  );
}

/** The length of a break; one that is shorter than the present break changes nothing. */
export function BreakForm({
  length,
  onChange,
}: {
  readonly length: string;
  readonly onChange: (length: PlayBreakLength) => void;
}) {
  const words = useProtectionWords();
  return (
    <Choice
      label={words.length}
      hint={words.rule}
      value={length}
      onChange={(value) => onChange(playBreakLengths.find((each) => each === value) ?? '24h')}
      data-focus
    >
      {playBreakLengths.map((each) => (
        <option key={each} value={each}>
          {words.lengths[each]}
        </option>
      ))}
    </Choice>
  );
}
