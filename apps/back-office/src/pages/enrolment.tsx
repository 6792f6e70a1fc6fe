// Enrolment by an invitation or after a recovery code: a passkey, or a password with an authenticator app. Shows the
// recovery codes once.

import type { Enrolled, Enrolment } from '@chaba/contract/back-office/wire';
import { Callout } from '@chaba/ui/callout';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';

import { CallError, send } from '#api/api';
import { canUsePasskeys, createPasskey } from '#api/passkeys';
import { openSession } from '#api/queries';
import { useSentence, useWords } from '#text/language';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { ErrorState, LoadingRows } from '#ui/states';

export function EnrolmentPage({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const text = useWords();
  const [started, setStarted] = useState<Enrolment>();
  const [error, setError] = useState<unknown>();
  const [enrolled, setEnrolled] = useState<Enrolled>();

  useEffect(() => {
    document.title = text.enrolment.title;
    if (code === '') return;
    // One start a code: a second would make another secret.
    startOnce(code).then(setStarted, setError);
  }, [code, text]);

  if (code === '') return <Callout tone="warning">{text.enrolment.noCode}</Callout>;
  if (enrolled) {
    const done = (): void => {
      openSession(enrolled.session);
      onDone();
    };
    return <RecoveryCodes codes={enrolled.recoveryCodes} onDone={done} />;
  }
  if (error !== undefined) return <ErrorState error={error} />;
  if (!started) return <LoadingRows />;
  return <Factors code={code} enrolment={started} onEnrolled={setEnrolled} />;
}

const starts = new Map<string, Promise<Enrolment>>();

function startOnce(code: string): Promise<Enrolment> {
  const started = starts.get(code) ?? send<Enrolment>('enrolmentStart', { body: { code } });
  starts.set(code, started);
  return started;
}

type EnrolFactor = (make: () => Promise<object>) => Promise<void>;

function Factors({
  code,
  enrolment,
  onEnrolled,
}: {
  readonly code: string;
  readonly enrolment: Enrolment;
  readonly onEnrolled: (enrolled: Enrolled) => void;
}) {
  const text = useWords();
  const toSentence = useSentence();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly sentence?: string }>({ isBusy: false });

  const enrol: EnrolFactor = async (make) => {
    setState({ isBusy: true });
    try {
      onEnrolled(await send<Enrolled>('enrol', { body: { code, ...(await make()) } }));
    } catch (error) {
      setState({ isBusy: false, sentence: error instanceof CallError ? toSentence(error) : text.signIn.passkeyFailed });
    }
  };

  return (
    <div className="grid gap-4">
      <p className="text-title-3">{text.enrolment.greeting(enrolment.displayName)}</p>
      <section className="grid gap-2 rounded-card border border-line p-4">
        <Button
          variant="primary"
          disabled={!canUsePasskeys()}
          isBusy={state.isBusy}
          onClick={() => void enrol(async () => ({ response: await createPasskey(enrolment.passkey) }))}
        >
          {text.enrolment.passkey}
        </Button>
        <p className="text-micro text-text-3">
          {canUsePasskeys() ? text.enrolment.passkeyHelp : text.signIn.passkeyUnavailable}
        </p>
      </section>
      <PasswordForm enrolment={enrolment} isBusy={state.isBusy} onEnrol={enrol} />
      {state.sentence !== undefined && (
        <p role="alert" className="text-danger">
          {state.sentence}
        </p>
      )}
    </div>
  );
}

function PasswordForm({
  enrolment,
  isBusy,
  onEnrol,
}: {
  readonly enrolment: Enrolment;
  readonly isBusy: boolean;
  readonly onEnrol: EnrolFactor;
}) {
  const text = useWords();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  return (
    <form
      className="grid gap-3 rounded-card border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onEnrol(async () => ({ password, totp: totp.trim() }));
      }}
    >
      <h2 className="font-semibold">{text.enrolment.totp}</h2>
      <p className="text-text-2">{text.enrolment.totpHelp}</p>
      <div className="justify-self-center rounded-[8px] bg-white p-3">
        <QRCodeSVG value={enrolment.totpUri} size={176} title={text.enrolment.qr} />
      </div>
      <p className="text-micro break-all">{`${text.enrolment.secret}: ${enrolment.totpSecret}`}</p>
      <Field
        label={text.enrolment.newPassword}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        required
      />
      <Field
        label={text.enrolment.totpCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={totp}
        onChange={setTotp}
        required
      />
      <Button type="submit" isBusy={isBusy}>
        {text.enrolment.submit}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const text = useWords();
  return (
    <div className="grid gap-3">
      <h2 className="text-title-3">{text.enrolment.recoveryTitle}</h2>
      <p>{text.enrolment.recoveryHelp}</p>
      <ul className="grid gap-1 rounded-[8px] bg-surface-2 p-3 font-semibold select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" onClick={onDone}>
        {text.enrolment.recoveryDone}
      </Button>
    </div>
  );
}
