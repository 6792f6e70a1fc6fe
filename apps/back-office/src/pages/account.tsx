// The own account: language and colours, sessions, passkeys, recovery codes.

import type { OwnAccount, SessionFacts } from '@chaba/contract/back-office/wire';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { type FactorDraft, FactorField } from '#action/factor-field';
import { noteSession, send } from '#api/api';
import { canUsePasskeys, createPasskey } from '#api/passkeys';
import { accountQuery, queryClient, sessionQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { PreferenceFields } from '#shell/preferences';
import { useSentence, useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { ErrorState, LoadingRows } from '#ui/states';

export function AccountPage({ session }: { readonly session: SessionFacts }) {
  const text = useWords();
  const { data, error, isPending, refetch } = useQuery(accountQuery);
  useEffect(() => {
    document.title = text.pages.account;
  }, [text]);

  async function signOut(): Promise<void> {
    await send('signOut');
    noteSession(false);
    queryClient.clear();
    location.assign('/');
  }

  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 p-3 lg:p-6">
      <h1 className="text-title-2">{session.operator.displayName}</h1>
      <PreferenceFields />
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Sessions account={data} />
          <Passkeys account={data} session={session} />
          <CommandLine session={session} />
          {!session.operator.isDemo && <p>{`${text.account.recovery}: ${data.recoveryCodesLeft}`}</p>}
        </>
      )}
      <div>
        <Button onClick={() => void signOut()}>{text.signIn.signOut}</Button>
      </div>
    </div>
  );
}

function Sessions({ account }: { readonly account: OwnAccount }) {
  const text = useWords();
  const time = useTime();
  async function end(id: string): Promise<void> {
    await send('endSession', { body: { id } });
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  }
  return (
    <section aria-label={text.account.sessions}>
      <h2 className="mb-2 font-semibold">{text.account.sessions}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {account.sessions.map(({ id, factor, deviceName, createdAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 rounded-[8px] border border-hairline p-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{deviceName}</span>
              <span className="text-micro text-text-2">
                {`${text.factor.name[factor] ?? factor} · ${text.account.since(time(createdAt))}`}
              </span>
            </span>
            {isThis ? (
              <span className="text-micro text-text-2">{text.account.thisSession}</span>
            ) : (
              <Button onClick={() => void end(id)}>{text.account.end}</Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Passkeys({ account, session }: { readonly account: OwnAccount; readonly session: SessionFacts }) {
  const text = useWords();
  const time = useTime();
  const notice = useNotice();
  const toSentence = useSentence();
  const [factor, setFactor] = useState<FactorDraft>();
  const [sentence, setSentence] = useState<string>();
  const needsFactor = session.stepUpSeconds <= 0;

  async function add(): Promise<void> {
    setSentence(undefined);
    try {
      if (needsFactor && factor !== undefined) await send('stepUp', { body: { factor } });
      const response = await createPasskey(await send('addPasskeyOptions'));
      await send('addPasskey', { body: { response } });
      notice(text.account.added);
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    } catch (error) {
      const isOurs = error instanceof Error && error.name === 'CallError';
      setSentence(isOurs ? toSentence(error) : text.signIn.passkeyFailed);
    }
  }

  return (
    <section aria-label={text.account.passkeys} className="grid gap-2">
      <h2 className="font-semibold">{text.account.passkeys}</h2>
      {account.passkeys.length === 0 && <p className="text-text-2">{text.account.noPasskeys}</p>}
      <ul>
        {account.passkeys.map(({ id, createdAt }) => (
          <li key={id}>{`${id} · ${time(createdAt)}`}</li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <>
          {needsFactor && <FactorField session={session} value={factor} onChange={setFactor} />}
          <div>
            <Button disabled={needsFactor && factor === undefined} onClick={() => void add()}>
              {text.account.addPasskey}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-micro text-text-3">{text.signIn.passkeyUnavailable}</p>
      )}
      {sentence !== undefined && (
        <p role="alert" className="text-danger">
          {sentence}
        </p>
      )}
    </section>
  );
}

const LOGIN_CODE_LENGTH = 11;

/** Confirms the code that the command line printed. */
function CommandLine({ session }: { readonly session: SessionFacts }) {
  const text = useWords();
  const notice = useNotice();
  const toSentence = useSentence();
  const [code, setCode] = useState('');
  const [factor, setFactor] = useState<FactorDraft>();
  const [sentence, setSentence] = useState<string>();
  const needsFactor = session.stepUpSeconds <= 0;

  async function confirm(): Promise<void> {
    setSentence(undefined);
    try {
      if (needsFactor && factor !== undefined) await send('stepUp', { body: { factor } });
      await send('confirmCommandLine', { body: { code } });
      setCode('');
      notice(text.account.commandLineDone);
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    } catch (error) {
      setSentence(toSentence(error));
    }
  }

  return (
    <section aria-label={text.account.commandLine}>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <h2 className="font-semibold">{text.account.commandLine}</h2>
        <p className="text-text-2">{text.account.commandLineHelp}</p>
        <Field label={text.account.commandLineCode} value={code} onChange={setCode} maxLength={LOGIN_CODE_LENGTH} />
        {needsFactor && <FactorField session={session} value={factor} onChange={setFactor} />}
        <div>
          <Button type="submit" disabled={code.length < LOGIN_CODE_LENGTH - 1 || (needsFactor && factor === undefined)}>
            {text.confirm}
          </Button>
        </div>
        {sentence !== undefined && (
          <p role="alert" className="text-danger">
            {sentence}
          </p>
        )}
      </form>
    </section>
  );
}
