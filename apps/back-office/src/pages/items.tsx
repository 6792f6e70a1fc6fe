// The items of one queue: referral income, wins, rounds, days, findings, reports. One page for all; the queue gives the
// columns, the item its facts and actions.

import { type ActionEntry, type ActionName, actions } from '@chaba/contract/back-office/actions';
import { itemFacts } from '@chaba/contract/back-office/list-columns';
import type { ItemDetail, ItemRow, OfferedAction } from '@chaba/contract/back-office/queue-wire';
import { type ItemQueue, itemQueues, NOTICE_LENGTH_MAX, queues } from '@chaba/contract/back-office/queues';
import { type RiskRule, riskRules } from '@chaba/contract/back-office/risk';
import { findActingRole, hasPermission, type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { ClaimBar } from '#action/claim';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { itemQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useFactValues } from '#text/case-words';
import { formatAmount, useTime, useWords } from '#text/language';
import { describeReportProblem } from '#text/problem-words';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { type Column, useKeys } from '#ui/data-table';
import { StoredFacts } from '#ui/facts';
import { Choice, Field } from '#ui/field';
import { KeyHint } from '#ui/key-hint';
import { ListPage } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '#ui/states';

import { RiskGroup } from './risk-group.tsx';
import {
  ClaimCell,
  isFreeItem,
  MemberLink,
  PutOffBadge,
  useQueueSteps,
  useTarget,
  WaitingAge,
} from './queue-parts.tsx';
import { useFirstRow, useListState } from './use-list.ts';

const keyOf = ({ item }: ItemRow): string => item;

export function ItemsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { queue = '' } = useParams();
  const text = useWords();
  const known = itemQueues.find((each) => each === queue);
  if (known === undefined) return <EmptyState title={text.errorTitle} />;
  const mayOpen = (held: readonly Role[]): boolean => hasPermission(held, queues[known].permission);
  if (!mayOpen(roles)) {
    return <NoPermission roles={allRoles.filter((role) => mayOpen([role])).map((role) => text.roles[role])} />;
  }
  return <QueueItems key={known} site={site} queue={known} roles={roles} />;
}

function QueueItems({
  site,
  queue,
  roles,
}: {
  readonly site: string;
  readonly queue: ItemQueue;
  readonly roles: readonly Role[];
}) {
  const text = useWords();
  const queueText = useQueueWords();
  const navigate = useNavigate();
  const state = useListState();
  const listed = useListRows(site, queue, { keyOf });
  const { list, rows } = listed;
  const columns = useColumns(queue, useTarget(site, queue));
  const chosen = useFirstRow(state, list, { rows, keyOf, isFree: isFreeItem });
  const { openNext } = useQueueSteps({ rows, keyOf, chosen, choose: state.choose });
  const offered = itemQueues.filter((each) => hasPermission(roles, queues[each].permission));
  return (
    <ListPage
      title={queueText.names[queue]}
      placeholder={text.withdrawals.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : (
          <ItemPanel
            key={chosen}
            site={site}
            queue={queue}
            item={chosen}
            roles={roles}
            onDone={() => openNext(chosen)}
          />
        )
      }
      tools={
        <Choice
          label={queueText.columns.queue}
          value={queue}
          onChange={(value) => void navigate(`/${site}/queues/${value}`)}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {queueText.names[each]}
            </option>
          ))}
        </Choice>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.withdrawals.empty} help={text.withdrawals.emptyHelp} />}
        label={queueText.names[queue]}
        columns={columns}
        chosen={chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useColumns(queue: ItemQueue, targetMinutes: number | null | undefined): readonly Column<ItemRow>[] {
  const text = useWords();
  const queueText = useQueueWords();
  return [
    {
      id: 'age',
      title: text.withdrawals.columns.age,
      cell: ({ since }) => since !== null && <WaitingAge since={since} targetMinutes={targetMinutes} />,
    },
    ...itemFacts[queue].map(
      (name): Column<ItemRow> => ({
        id: name,
        title: text.factNames[name] ?? name,
        cell: ({ facts }) => <FactCell name={name} value={facts[name]} />,
      }),
    ),
    {
      id: 'member',
      title: text.withdrawals.columns.member,
      cell: ({ facts }) => <FactCell name="member" value={facts['member'] ?? facts['members']} />,
    },
    {
      id: 'amount',
      title: text.withdrawals.columns.amount,
      isNumber: true,
      cell: ({ amount }) => amount !== null && <strong className="font-semibold">{formatAmount(amount)}</strong>,
    },
    {
      id: 'marks',
      title: queueText.claims.column,
      cell: ({ claim, putOff, request }) => (
        <span className="flex flex-wrap items-center gap-1">
          {request !== null && <Badge tone="warning">{request}</Badge>}
          {putOff && <PutOffBadge putOff={putOff} />}
          <ClaimCell claim={claim} />
        </span>
      ),
    },
  ];
}

function FactCell({ name, value }: { readonly name: string; readonly value: unknown }) {
  const words = useQueueWords();
  const ofFacts = useFactValues();
  const parts = (Array.isArray(value) ? value : [value]).filter((part) => typeof part === 'string');
  const describe = (part: string): string =>
    name === 'problem' ? describeReportProblem(words, part) : (ofFacts[name]?.[part] ?? words.facts[part] ?? part);
  return <span className="break-words">{parts.map(describe).join(', ')}</span>;
}

/** Keys of the first actions, in their order. */
const OFFER_KEYS = ['a', 'r', 'w'] as const;
/** Fields that an action needs besides what names its item. */
const FORM_FIELDS: readonly string[] = ['amount', 'notice'];

type Opened = { readonly offer: OfferedAction; readonly fields: Readonly<Record<string, string>> };

function ItemPanel({
  site,
  queue,
  item,
  roles,
  onDone,
}: {
  readonly site: string;
  readonly queue: ItemQueue;
  readonly item: string;
  readonly roles: readonly Role[];
  readonly onDone: () => void;
}) {
  const text = useWords();
  const queueText = useQueueWords();
  const notice = useNotice();
  const { data, error, isPending, refetch } = useQuery(itemQuery(site, queue, item));
  const [opened, setOpened] = useState<Opened>();
  const offers = (data?.request === null ? data.offers : []).filter(
    ({ action }) => findActingRole(roles, actions[action].permission) !== undefined,
  );
  const start = (offer: OfferedAction): void => {
    const { fields: named }: ActionEntry = actions[offer.action];
    const fields = named.filter((field) => FORM_FIELDS.includes(field));
    setOpened({ offer, fields: Object.fromEntries(fields.map((field) => [field, ''])) });
  };
  useKeys(
    Object.fromEntries(
      OFFER_KEYS.flatMap((key, at) => {
        const offer = offers[at];
        return offer === undefined ? [] : [[`Key${key.toUpperCase()}`, () => start(offer)]];
      }),
    ),
  );
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ItemFacts site={site} roles={roles} detail={data} />
      <ClaimBar site={site} queue={queue} item={item} roles={roles} onPutOff={onDone} />
      {data.request !== null && <Callout tone="warning">{text.withdrawals.waits(data.request)}</Callout>}
      <OfferButtons offers={offers} onStart={start} />
      {opened && (
        <ActionDialog
          site={site}
          open={{
            action: opened.offer.action,
            input: { ...opened.offer.input, ...opened.fields },
            isTwo: actions[opened.offer.action].people === 'two',
            ...(Object.keys(opened.fields).length > 0 ? { facts: data.facts } : { isPreviewed: true }),
          }}
          form={<FormFields fields={opened.fields} onChange={(fields) => setOpened({ ...opened, fields })} />}
          onClose={() => setOpened(undefined)}
          onDone={({ request }) => {
            setOpened(undefined);
            const name = text.actions[opened.offer.action];
            notice(request === undefined ? queueText.undo.done(name, item) : text.action.requested(request));
            onDone();
          }}
        />
      )}
    </>
  );
}

function OfferButtons({
  offers,
  onStart,
}: {
  readonly offers: readonly OfferedAction[];
  readonly onStart: (offer: OfferedAction) => void;
}) {
  const text = useWords();
  if (offers.length === 0) return null;
  const isDanger = (action: ActionName): boolean => /refuse|drop|void/.test(action);
  return (
    <div className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-t border-hairline bg-bar p-2 lg:static lg:mt-4 lg:border-0 lg:bg-transparent lg:p-0">
      {offers.map((offer, index) => (
        <Button
          key={offer.action}
          variant={index === 0 && !isDanger(offer.action) ? 'primary' : 'secondary'}
          className="flex-1"
          onClick={() => onStart(offer)}
        >
          {text.actions[offer.action]}
          {OFFER_KEYS[index] !== undefined && <KeyHint name={OFFER_KEYS[index]} />}
        </Button>
      ))}
    </div>
  );
}

function FormFields({
  fields,
  onChange,
}: {
  readonly fields: Readonly<Record<string, string>>;
  readonly onChange: (fields: Readonly<Record<string, string>>) => void;
}) {
  const text = useQueueWords();
  const names = Object.keys(fields);
  if (names.length === 0) return null;
  return (
    <div className="grid gap-3">
      {names.map((name) => (
        <Field
          key={name}
          label={name === 'amount' ? text.forms.amount : text.forms.notice}
          hint={name === 'notice' ? text.forms.noticeHint : undefined}
          inputMode={name === 'amount' ? 'decimal' : 'text'}
          maxLength={name === 'amount' ? 15 : NOTICE_LENGTH_MAX}
          value={fields[name] ?? ''}
          onChange={(value) => onChange({ ...fields, [name]: value })}
        />
      ))}
    </div>
  );
}

/** Alerts of some rules are about a group. */
function hasGroup({ queue, facts }: ItemDetail): boolean {
  const rules: Readonly<Record<string, RiskRule>> = riskRules;
  return queue === 'alerts' && rules[String(facts['riskRule'])]?.hasGroup === true;
}

function ItemFacts({
  site,
  roles,
  detail,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly detail: ItemDetail;
}) {
  const text = useWords();
  const queueText = useQueueWords();
  const time = useTime();
  const { amount, since, facts, table, text: content, tries } = detail;
  return (
    <div className="dense grid gap-3 py-3">
      <div>
        <h2 className="text-title-3">{queueText.names[detail.queue]}</h2>
        {amount !== null && <p className="text-title-1">{formatAmount(amount)}</p>}
        {since !== null && <p className="text-text-2">{time(since)}</p>}
        {detail.memberId !== null && typeof facts['member'] === 'string' && (
          <p>
            <MemberLink site={site} roles={roles} memberId={detail.memberId} name={facts['member']} />
          </p>
        )}
      </div>
      <Callout>{queueText.help[detail.queue]}</Callout>
      <StoredFacts facts={facts} />
      {hasGroup(detail) && <RiskGroup site={site} roles={roles} alert={detail.item} />}
      {tries !== null && <p className="text-text-2">{queueText.tries(tries)}</p>}
      {table && table.rows.length > 0 && (
        <div className="overflow-x-auto">
          <table aria-label={queueText.table} className="w-full">
            <thead>
              <tr>
                {table.columns.map((name) => (
                  <th key={name} scope="col" className="px-1 text-left text-micro font-medium text-text-3">
                    {text.factNames[name] ?? name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row.join('|')} className="border-t border-hairline">
                  {row.map((cell, index) => (
                    <td key={table.columns[index]} className="px-1 py-0.5 break-words">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {content !== null && (
        <pre className="max-h-64 overflow-auto rounded-[8px] bg-surface-2 p-2 whitespace-pre-wrap">{content}</pre>
      )}
    </div>
  );
}
