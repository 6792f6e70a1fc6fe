// Actions about a member: reveal, lock, end of sessions, note, tag, contact, complaint; another identity, credit and
// debit by two people.
//
// Always true: a button stands only where a role may begin the action. A revealed value leaves the screen after 60
// seconds and is kept nowhere.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import { type BlockKind, blockKinds } from '@chaba/contract/back-office/blocks';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { banks } from '@chaba/contract/banks';
import { Callout } from '@chaba/ui/callout';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { ActionDialog, type OpenAction, type ReasonChoice } from '#action/action-dialog';
import { InputField } from '#action/fields-dialog';
import { useNotice } from '#shell/notice';
import { useCaseWords } from '#text/case-words';
import { useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useRiskWords } from '#text/risk-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Choice, Field } from '#ui/field';
import { useNow } from '#ui/use-now';

import { BlockForm } from './block-form.tsx';
import { ComplaintForm, ContactForm, firstCaseInput, useReplyChoices } from './case-forms.tsx';
import { AdjustmentForm, firstAdjustment, isAdjustment } from './member-adjustment.tsx';
import { Key } from './member-parts.tsx';
import { BreakForm } from './protection.tsx';
import { WhyButton } from './member-why.tsx';

const REVEALED_SECONDS = 60;
/** As long as a code is in force. */
const CODE_SECONDS = 600;
const NUMBER_LENGTH_MAX = 10;
const TAG_LENGTH_MAX = 30;

type Revealed = {
  readonly field: 'phone' | 'account' | 'name' | 'code';
  readonly value: string;
  readonly until: number;
};

export function mayAct(roles: readonly Role[], name: ActionName): boolean {
  return findActingRole(roles, actions[name].permission) !== undefined;
}

type Input = Readonly<Record<string, string>>;

type OpenedAction = { readonly action: ActionName; readonly input: Input; readonly label?: string };

/** The dialog that is open, its input, and its opening. */
function useOpenAction(detail: MemberDetail) {
  const [open, setOpen] = useState<OpenedAction>();
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
  ['member.password-code', 'p'],
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
  const begin = (name: ActionName): void => {
    const kind = name === 'block.add' ? getFocusedKind() : undefined;
    start(name, { ...firstInput(name, detail), ...(kind === undefined ? {} : { kind }) });
  };
  const mayReveal = mayAct(roles, 'member.reveal');
  const choices = useReplyChoices(site, detail, mayAct(roles, 'contact.record'));
  useKeys({
    ...Object.fromEntries(offered.map(([name, key]) => [`Key${key.toUpperCase()}`, () => begin(name)])),
    ...(mayReveal ? { KeyV: () => start('member.reveal', { member: detail.reference, field: 'phone' }) } : {}),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-hairline px-3 py-2">
      {mayAct(roles, 'block.add') && (
        <BlockCells
          detail={detail}
          onBlock={(kind) => start('block.add', { ...firstInput('block.add', detail), kind })}
        />
      )}
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
        <MemberDialog
          site={site}
          detail={detail}
          open={open}
          choices={choices}
          onChange={change}
          onClose={close}
          onReveal={setRevealed}
        />
      )}
    </div>
  );
}

/** The dialog of an action; a value that it returns is shown for a while. */
function MemberDialog({
  site,
  detail,
  open,
  choices,
  onChange,
  onClose,
  onReveal,
}: {
  readonly site: string;
  readonly detail: MemberDetail;
  readonly open: OpenedAction;
  readonly choices: readonly ReasonChoice[];
  readonly onChange: (values: Input) => void;
  readonly onClose: () => void;
  readonly onReveal: (revealed: Revealed) => void;
}) {
  const text = useWords();
  const notice = useNotice();
  return (
    <ActionDialog
      site={site}
      open={{ ...toOpenAction(open, detail), ...(open.action === 'contact.record' ? { reasonChoices: choices } : {}) }}
      form={<ActionForm site={site} detail={detail} action={open.action} input={open.input} onChange={onChange} />}
      onClose={onClose}
      onDone={({ request, secret }) => {
        onClose();
        const revealed = secret === undefined ? undefined : toRevealed(open, secret);
        if (revealed) onReveal(revealed);
        else if (request !== undefined) notice(text.action.requested(request));
        else notice(`${text.actions[open.action]} ${detail.reference}`);
      }}
    />
  );
}

/** A code in groups of four; any other value as it is. */
function toRevealed({ action, input }: OpenedAction, secret: string): Revealed | undefined {
  if (action === 'member.password-code') {
    const value = secret.replaceAll(/(.{4})(?=.)/g, '$1-');
    return { field: 'code', value, until: Date.now() + CODE_SECONDS * 1_000 };
  }
  const { field } = input;
  if (field !== 'phone' && field !== 'account' && field !== 'name') return undefined;
  return { field, value: secret, until: Date.now() + REVEALED_SECONDS * 1_000 };
}

/** The kind of the cell that has the focus. */
function getFocusedKind(): BlockKind | undefined {
  const cell = document.activeElement?.closest<HTMLElement>('[data-block]');
  return blockKinds.find((kind) => kind === cell?.dataset['block']);
}

/** Values of the member that can be blocked: `k` on the focused cell, or a press, opens the dialog with its kind. */
function BlockCells({
  detail,
  onBlock,
}: {
  readonly detail: MemberDetail;
  readonly onBlock: (kind: BlockKind) => void;
}) {
  const { kinds, cellHint } = useRiskWords();
  const values: Readonly<Record<BlockKind, string>> = {
    phone: detail.phone,
    account: detail.account,
    device: detail.reference,
    address: detail.reference,
  };
  return (
    <ul aria-label={cellHint} className="flex flex-wrap gap-1">
      {blockKinds.map((kind) => (
        <li key={kind}>
          <button
            type="button"
            data-block={kind}
            title={cellHint}
            onClick={() => onBlock(kind)}
            className="min-h-11 rounded-[8px] border border-dashed border-line px-2 text-micro text-text-2 hover:text-text lg:min-h-8"
          >
            {kinds[kind]} <span className="tabular-nums text-text">{values[kind]}</span>
          </button>
        </li>
      ))}
    </ul>
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
  if (name === 'member.password-code') return { member: reference, number: '' };
  if (name !== 'member.identity') return { member: reference };
  return { memberId, firstName: '', lastName: '', bankCode: '', bankAccount: '', phone: '' };
}

function toOpenAction(open: OpenedAction, { reference, name }: MemberDetail): OpenAction {
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
  if (action === 'member.password-code') {
    return (
      <Field
        label={page.codeNumber}
        hint={page.codeHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={NUMBER_LENGTH_MAX}
        value={input['number'] ?? ''}
        onChange={(number) => onChange({ number })}
        data-focus
      />
    );
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
