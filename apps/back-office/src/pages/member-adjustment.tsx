// The form of a credit or debit by hand: kind, amount, turnover, proof, and the text that the member reads.

import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { Callout } from '@chaba/ui/callout';

import { formatAmount, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { Choice, Field } from '#ui/field';

const NOTICE_LENGTH_MAX = 120;
const EVIDENCE_LENGTH_MAX = 200;

const KINDS = {
  'adjustment.credit': ['goodwill', 'correction'],
  'adjustment.debit': ['correction', 'confiscation'],
} as const;
export type AdjustmentAction = keyof typeof KINDS;

type Input = Readonly<Record<string, string>>;

export const isAdjustment = (action: string): action is AdjustmentAction => Object.hasOwn(KINDS, action);

/** A credit has a field more: how often it is required as turnover. */
export function firstAdjustment(action: AdjustmentAction, member: string): Input {
  const common = { member, kind: KINDS[action][0], amount: '', evidence: '', notice: '' };
  return action === 'adjustment.credit' ? { ...common, turnover: '0' } : common;
}

export function AdjustmentForm({
  action,
  detail: { position },
  input,
  onChange,
}: {
  readonly action: AdjustmentAction;
  readonly detail: MemberDetail;
  readonly input: Input;
  readonly onChange: (values: Input) => void;
}) {
  const { adjustment } = useMemberWords();
  const text = useWords();
  const get = (name: string): string => input[name] ?? '';
  const set = (name: string) => (value: string) => onChange({ [name]: value });
  return (
    <div className="grid gap-2 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <Callout>{adjustment.free(formatAmount(position.playable), formatAmount(position.owed))}</Callout>
      </div>
      <Choice label={adjustment.kind} value={get('kind')} onChange={set('kind')}>
        {KINDS[action].map((kind) => (
          <option key={kind} value={kind}>
            {adjustment.kinds[kind]}
          </option>
        ))}
      </Choice>
      <Field
        label={text.factNames['amount'] ?? ''}
        inputMode="decimal"
        autoComplete="off"
        value={get('amount')}
        onChange={set('amount')}
        data-focus
      />
      {action === 'adjustment.credit' && (
        <Field
          label={adjustment.turnover}
          inputMode="numeric"
          autoComplete="off"
          value={get('turnover')}
          onChange={(value) => onChange({ turnover: value.replaceAll(/\D/g, '').slice(0, 2) })}
        />
      )}
      <Field
        label={adjustment.evidence}
        autoComplete="off"
        maxLength={EVIDENCE_LENGTH_MAX}
        value={get('evidence')}
        onChange={set('evidence')}
      />
      <div className="lg:col-span-2">
        <Field
          label={adjustment.notice}
          autoComplete="off"
          maxLength={NOTICE_LENGTH_MAX}
          value={get('notice')}
          onChange={set('notice')}
        />
      </div>
    </div>
  );
}
