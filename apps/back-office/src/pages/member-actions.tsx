// Actions about a member: reveal, lock, end of sessions, note, tag, contact, complaint; another identity, credit and
// debit by two people.
//
// Always true: a button stands only where a role may begin the action. A revealed value leaves the screen after 60
// seconds and is kept nowhere.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { banks } from '@chaba/contract/banks';
import { Callout } from '@chaba/ui/callout';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { InputField } from '#action/fields-dialog';
import { useNotice } from '#shell/notice';
import { useCaseWords } from '#text/case-words';
import { useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Choice, Field } from '#ui/field';
import { useNow } from '#ui/use-now';

import { BlockForm } from './block-form.tsx';
import { ComplaintForm, ContactForm, firstCaseInput } from './case-forms.tsx';
import { AdjustmentForm, firstAdjustment, isAdjustment } from './member-adjustment.tsx';
import { Key } from './member-parts.tsx';
import { BreakForm } from './protection.tsx';
import { WhyButton } from './member-why.tsx';

const REVEALED_SECONDS = 60;
const TAG_LENGTH_MAX = 30;

type Revealed = { readonly field: 'phone' | 'account' | 'name'; readonly value: string; readonly until: number };

export function mayAct(roles: readonly Role[], name: ActionName): boolean {
  return findActingRole(roles, actions[name].permission) !== undefined;
}

type Input = Readonly<Record<string, string>>;

/** The dialog that is open, its input, and its opening. */
function useOpenAction(detail: MemberDetail) {
  const [open, setOpen] = useState<{ readonly action: ActionName; readonly input: Input; readonly label?: string }>();
  const { page } = useMemberWords();
  const cases = useCaseWords();
  /** Where the reason of the action is more than that. */
  const labels: Readonly<Partial<Record<ActionName, string>>> = {
    'member.note': page.notes,
    'contact.record': cases.summary,
    'complaint.open': cases.complaintText,
  };
  const start = (action: ActionName, input: Input = { member: detail.reference }): void => {
    setOpen({ action, input, ...(labels[action] === undefined ? {} : { label: labels[action] }) });
  };
  const change = (values: Input): void =>
    setOpen((before) => before && { ...before, input: { ...before.input, ...values } });
  return { open, start, change, close: () => setOpen(undefined) };
}

const BUTTONS: readonly (readonly [ActionName, key: string])[] = [
  ['member.lock', 'l'],
  ['member.unlock', 'l'],
  ['member.end-sessions', 's'],
  ['member.note', 'n'],
  ['contact.record', 'c'],
  ['complaint.open', 'o'],
  ['member.begin-break', 'b'],
  ['block.add', 'k'],
  ['member.tag', 't'],
  ['member.identity', 'i'],
  ['adjustment.credit', 'a'],
  ['adjustment.debit', 'd'],
  ['bonus.revoke', 'r'],
  ['income.take-back', 'e'],
];

export function MemberActions({
  site,
  detail,
  roles,
}: {
  readonly site: string;
  readonly detail: MemberDetail;
  readonly roles: readonly Role[];
}) {
  const text = useWords();
  const { page } = useMemberWords();
  const notice = useNotice();
  const [revealed, setRevealed] = useState<Revealed>();
  const { open, start, change, close } = useOpenAction(detail);
  const hidden: ActionName = detail.state === 'locked' ? 'member.lock' : 'member.unlock';
  const isPointless: Readonly<Partial<Record<ActionName, boolean>>> = {
    [hidden]: true,
    'member.identity': detail.request !== null,
    'bonus.revoke': detail.position.lines.length === 0,
    'income.take-back': Number(detail.position.affiliate) === 0,
  };
  const offered = BUTTONS.filter(([name]) => isPointless[name] !== true && mayAct(roles, name));
  const begin = (name: ActionName): void => start(name, firstInput(name, detail));
  const mayReveal = mayAct(roles, 'member.reveal');
  useKeys({
    ...Object.fromEntries(offered.map(([name, key]) => [`Key${key.toUpperCase()}`, () => begin(name)])),
    ...(mayReveal ? { KeyV: () => start('member.reveal', { member: detail.reference, field: 'phone' }) } : {}),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-3 py-2">
      <WhyButton site={site} detail={detail} />
      {mayReveal &&
        (['phone', 'account', 'name'] as const).map((field) => (
          <Button key={field} onClick={() => start('member.reveal', { member: detail.reference, field })}>
            {`${page.reveal} ${page[field]}`}
            {field === 'phone' && <Key name="v" />}
          </Button>
        ))}
      {offered.map(([name, key]) => (
        <Button key={name} variant={name === 'member.lock' ? 'danger' : 'secondary'} onClick={() => begin(name)}>
          {text.actions[name]}
          <Key name={key} />
        </Button>
      ))}
      {revealed && <RevealedValue revealed={revealed} onEnd={() => setRevealed(undefined)} />}
      {open && (
        <ActionDialog
          site={site}
          open={toOpenAction(open, detail)}
          form={<ActionForm site={site} detail={detail} action={open.action} input={open.input} onChange={change} />}
          onClose={close}
          onDone={({ request, secret }) => {
            close();
            const { field } = open.input;
            if (secret !== undefined && (field === 'phone' || field === 'account' || field === 'name')) {
              setRevealed({ field, value: secret, until: Date.now() + REVEALED_SECONDS * 1_000 });
            } else {
              notice(
                request === undefined
                  ? `${text.actions[open.action]} ${detail.reference}`
                  : text.action.requested(request),
              );
            }
          }}
        />
      )}
    </div>
  );
}

function firstInput(name: ActionName, { reference, memberId }: MemberDetail): Input {
  if (isAdjustment(name)) return firstAdjustment(name, reference);
  if (name === 'member.note') return { member: reference, pinned: '' };
  const ofCase = firstCaseInput(name, reference);
  if (ofCase !== undefined) return ofCase;
  if (name === 'block.add') return { kind: 'phone', value: '', member: reference };
  if (name === 'member.begin-break') return { member: reference, length: '24h' };
  if (name === 'member.tag') return { member: reference, tag: '' };
  if (name === 'income.take-back') return { member: reference, amount: '' };
  if (name !== 'member.identity') return { member: reference };
  return { memberId, firstName: '', lastName: '', bankCode: '', bankAccount: '', phone: '' };
}

function toOpenAction(
  open: { readonly action: ActionName; readonly input: Input; readonly label?: string },
  { reference, name }: MemberDetail,
): OpenAction {
  return {
    action: open.action,
    input: open.input,
    facts: { reference, member: name },
    isTwo: actions[open.action].people === 'two',
    ...(open.label === undefined ? {} : { reasonLabel: open.label }),
  };
}

function RevealedValue({ revealed, onEnd }: { readonly revealed: Revealed; readonly onEnd: () => void }) {
  const { page } = useMemberWords();
  const { until } = revealed;
  const now = useNow();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <Callout>
      {`${page[revealed.field]}: `}
      <strong className="select-all">{revealed.value}</strong>
      {` · ${page.revealed(Math.max(0, Math.ceil((until - now) / 1_000)))}`}
    </Callout>
  );
}

function ActionForm({
  site,
  detail,
  action,
  input,
  onChange,
}: {
  readonly site: string;
  readonly detail: MemberDetail;
  readonly action: ActionName;
  readonly input: Input;
  readonly onChange: (values: Input) => void;
}): ReactNode {
  const { page } = useMemberWords();
  if (isAdjustment(action)) return <AdjustmentForm action={action} detail={detail} input={input} onChange={onChange} />;
  if (action === 'member.note') {
    return (
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={input['pinned'] === 'yes'}
          onChange={(event) => onChange({ pinned: event.target.checked ? 'yes' : '' })}
          className="size-5"
        />
        {page.pinNew}
      </label>
    );
  }
  if (action === 'member.tag') {
    return (
      <Field
        label={page.newTag}
        maxLength={TAG_LENGTH_MAX}
        value={input['tag'] ?? ''}
        onChange={(tag) => onChange({ tag })}
        data-focus
      />
    );
  }
  if (action === 'income.take-back') {
    return <InputField name="amount" value={input['amount'] ?? ''} onChange={(amount) => onChange({ amount })} />;
  }
  if (action === 'contact.record') {
    return <ContactForm site={site} facts={detail} input={input} onChange={onChange} />;
  }
  if (action === 'member.begin-break') {
    return <BreakForm length={input['length'] ?? ''} onChange={(length) => onChange({ length })} />;
  }
  if (action === 'block.add') return <BlockForm input={input} onChange={onChange} />;
  if (action === 'complaint.open') return <ComplaintForm input={input} onChange={onChange} />;
  return action === 'member.identity' ? <IdentityForm input={input} onChange={onChange} /> : null;
}

function IdentityForm({ input, onChange }: { readonly input: Input; readonly onChange: (values: Input) => void }) {
  const { page } = useMemberWords();
  const text = useWords();
  const names = text.factNames;
  const field = (name: string, isDigits: boolean): ReactNode => (
    <Field
      label={names[name] ?? name}
      autoComplete="off"
      inputMode={isDigits ? 'numeric' : 'text'}
      value={input[name] ?? ''}
      onChange={(value) => onChange({ [name]: isDigits ? value.replaceAll(/\D/g, '') : value })}
    />
  );
  return (
    <fieldset className="grid gap-2 lg:grid-cols-2">
      <legend className="mb-1 text-micro text-text-2">{page.identityHelp}</legend>
      {field('firstName', false)}
      {field('lastName', false)}
      <Choice
        label={names['bankCode'] ?? ''}
        value={input['bankCode'] ?? ''}
        onChange={(bankCode) => onChange({ bankCode })}
      >
        <option value="">{text.none}</option>
        {banks.map(({ code, shortCode }) => (
          <option key={code} value={code}>
            {shortCode}
          </option>
        ))}
      </Choice>
      {field('bankAccount', true)}
      {field('phone', true)}
    </fieldset>
  );
}
