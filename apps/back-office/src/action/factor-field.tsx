// The factor of a step-up or a decision: six digits, the demo password, or a passkey.

import type { FactorProof, SessionFacts } from '@chaba/contract/back-office/wire';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { send } from '#api/api';
import { canUsePasskeys, getPasskey } from '#api/passkeys';
import { useWords } from '#text/language';
import { Button } from '#ui/button';
import { Field } from '#ui/field';

export type FactorDraft = FactorProof | undefined;

/** `decision`: the request that a passkey signs. */
export function FactorField({
  session,
  decision,
  value,
  onChange,
}: {
  readonly session: SessionFacts;
  readonly decision?: { readonly site: string; readonly request: string };
  readonly value: FactorDraft;
  readonly onChange: (factor: FactorDraft) => void;
}) {
  const text = useWords();
  const [failed, setFailed] = useState(false);
  const isPasskey = session.hasPasskey && canUsePasskeys();

  async function signWithPasskey(): Promise<void> {
    setFailed(false);
    try {
      const options = await send<{ readonly nonce?: string }>('stepUpOptions', { body: decision ?? {} });
      onChange({ kind: 'passkey', response: await getPasskey(options), nonce: options.nonce });
    } catch {
      setFailed(true);
    }
  }

  return (
    <fieldset className="grid gap-2 rounded-[8px] border border-line p-3">
      <legend className="px-1 text-micro text-text-2">{text.factor.title}</legend>
      {isPasskey && (
        <Button onClick={() => void signWithPasskey()} aria-pressed={value?.kind === 'passkey'}>
          <KeyRound aria-hidden="true" size={16} />
          {text.factor.usePasskey}
        </Button>
      )}
      {session.operator.isDemo && (
        <Field
          label={text.factor.demo}
          type="password"
          autoComplete="current-password"
          value={value?.kind === 'demo' ? value.password : ''}
          onChange={(password) => onChange(password === '' ? undefined : { kind: 'demo', password })}
        />
      )}
      {session.hasTotp && (
        <Field
          label={text.factor.totp}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value?.kind === 'totp' ? value.code : ''}
          onChange={(code) => onChange(code === '' ? undefined : { kind: 'totp', code })}
        />
      )}
      <p className="text-micro text-text-3">{decision ? text.factor.decisionHelp : text.factor.help}</p>
      {failed && (
        <p role="alert" className="text-micro text-danger">
          {text.signIn.passkeyFailed}
        </p>
      )}
    </fieldset>
  );
}
