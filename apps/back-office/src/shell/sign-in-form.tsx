// The sign-in: a passkey, or name, password and code. Also the cover after the end of a session.

import type { SessionFacts, SignInOutcome } from '@chaba/contract/back-office/wire';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { CallError, send } from '#api/api';
import { canUsePasskeys, getPasskey } from '#api/passkeys';
import { hostEntriesQuery, openSession, queryClient } from '#api/queries';
import { useEntryWords, useSentence } from '#text/entry';
import { Button } from '#ui/button';
import { Field } from '#ui/field';

type Draft = { readonly name: string; readonly password: string; readonly code: string };

/** Sends a sign-in and takes over its session. */
function useSignIn(onEnrol: (code: string) => void) {
  const text = useEntryWords();
  const toSentence = useSentence();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly sentence?: string }>({ isBusy: false });

  async function run(work: () => Promise<SignInOutcome>): Promise<void> {
    if (state.isBusy) return;
    setState({ isBusy: true });
    try {
      const outcome = await work();
      setState({ isBusy: false });
      if ('enrolmentCode' in outcome) onEnrol(outcome.enrolmentCode);
      else accept(outcome);
    } catch (error) {
      const sentence = error instanceof CallError ? toSentence(error) : text.signIn.passkeyFailed;
      setState({ isBusy: false, sentence });
    }
  }

  return {
    state,
    byPassword: ({ name, password, code }: Draft) =>
      run(() => send<SignInOutcome>('signIn', { body: { name: name.trim(), password, code: code.trim() } })),
    byPasskey: () =>
      run(async () => {
        const response = await getPasskey(await send('passkeyOptions'));
        return send<SignInOutcome>('passkeySignIn', { body: { response } });
      }),
  };
}

function accept({ session, hostEntries }: { readonly session: SessionFacts; readonly hostEntries: number }): void {
  openSession(session);
  queryClient.setQueryData(hostEntriesQuery.queryKey, hostEntries);
  void queryClient.invalidateQueries();
}

export function SignInForm({
  name: known,
  onEnrol,
}: {
  /** The person of the ended session. */
  readonly name?: string | undefined;
  readonly onEnrol: (code: string) => void;
}) {
  const text = useEntryWords();
  const [draft, setDraft] = useState<Draft>({ name: known ?? '', password: '', code: '' });
  const { state, byPassword, byPasskey } = useSignIn(onEnrol);
  const set = (field: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [field]: value }));
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void byPassword(draft);
      }}
    >
      <Button disabled={!canUsePasskeys()} onClick={() => void byPasskey()}>
        <KeyRound aria-hidden="true" size={18} />
        {text.signIn.passkey}
      </Button>
      {!canUsePasskeys() && <p className="text-micro text-text-3">{text.signIn.passkeyUnavailable}</p>}
      <p className="text-center text-micro text-text-3">{text.signIn.or}</p>
      <Field
        label={text.signIn.name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.name}
        onChange={set('name')}
        required
      />
      <Field
        label={text.signIn.password}
        type="password"
        autoComplete="current-password"
        value={draft.password}
        onChange={set('password')}
        required
      />
      <Field
        label={text.signIn.code}
        hint={text.signIn.codeHint}
        autoComplete="one-time-code"
        value={draft.code}
        onChange={set('code')}
      />
      {state.sentence !== undefined && (
        <p role="alert" className="text-danger">
          {state.sentence}
        </p>
      )}
      <Button type="submit" variant="primary" isBusy={state.isBusy}>
        {text.signIn.submit}
      </Button>
    </form>
  );
}
