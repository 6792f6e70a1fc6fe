// A lost password, in place of the login form: a number to name to an operator, then the operator's code and a new
// password.
//
// Always true: typed values leave this page only in the one request. A form with a secret uses `post`.

import { PASSWORD_LENGTH_MAX, RECOVERY_CODE_LENGTH } from '@chaba/contract/constraints';
import { isPhone } from '@chaba/contract/phones';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';

import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { tickError, tickSuccess } from '#lib/browser/haptics';
import { paths } from '#lib/paths';
import { useFields, type Wrong } from '#lib/react/use-fields';
import { useSite } from '#lib/site/site';
import { buildChatUrl } from '#lib/site/support';
import { PhoneField } from '#parts/phone-field';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { CopyButton } from '#ui/copy-button';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { PasswordField } from '#ui/password-field';

import { text } from './recover.text.ts';
import { deleteRecovery, type OpenRecovery, readRecovery, submitNewPassword, submitPhone } from './recovery.ts';

export function RecoverForm() {
  const [recovery, setRecovery] = useState(readRecovery);
  function startAgain(): void {
    deleteRecovery();
    setRecovery(undefined);
  }
  return (
    <div className="flex flex-col gap-6">
      <h2 className="text-title-2">{text.title}</h2>
      {recovery === undefined ? (
        <PhoneForm onDone={setRecovery} />
      ) : (
        <>
          <RequestNumber recovery={recovery} />
          <NewPasswordForm token={recovery.token} />
          <Button variant="ghost" onClick={startAgain}>
            {text.again}
          </Button>
        </>
      )}
    </div>
  );
}

/** One request at a time; a rejection opens a dialog. Returns the error that was shown. */
function useSubmit() {
  const [isBusy, setBusy] = useState(false);
  const isSubmitting = useRef(false);
  const { showMessage } = useDialog();
  async function submit(request: () => Promise<void>): Promise<unknown> {
    if (isSubmitting.current) return undefined;
    isSubmitting.current = true;
    setBusy(true);
    try {
      await request();
      return undefined;
    } catch (error) {
      tickError();
      setBusy(false);
      await showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
      return error;
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  }
  return { isBusy, submit, showMessage };
}

function PhoneForm({ onDone }: { readonly onDone: (recovery: OpenRecovery) => void }) {
  const fields = useFields({ phoneNumber: '' });
  const { isBusy, submit } = useSubmit();
  function send(event: FormEvent) {
    event.preventDefault();
    const { phoneNumber } = fields.values;
    if (!fields.accept(isPhone(phoneNumber) ? {} : { phoneNumber: text.phoneInvalid })) return;
    void submit(async () => onDone(await submitPhone(phoneNumber)));
  }
  return (
    <form method="post" noValidate onSubmit={send} className="flex flex-col gap-4">
      <p className="text-base text-text-2">{text.lead}</p>
      <PhoneField {...fields.text('phoneNumber')} />
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays}>
        {text.start}
      </Button>
    </form>
  );
}

const clock = new Intl.DateTimeFormat('th-TH', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Bangkok' });

function RequestNumber({ recovery }: { readonly recovery: OpenRecovery }) {
  const { site } = useSite();
  const { number, expiresAt } = recovery;
  return (
    <Card as="div" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <div>
          <p className="text-label text-text-2">{text.number}</p>
          <p className="text-title-1">{`${number.slice(0, 3)} ${number.slice(3)}`}</p>
        </div>
        <CopyButton value={number} name={text.number} />
      </div>
      <p className="text-base text-text-2">{text.tell}</p>
      <a
        href={buildChatUrl(site.LineId)}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center text-label font-medium text-accent"
      >
        {text.chat}
      </a>
      <p className="text-micro text-text-3">{text.until(clock.format(new Date(expiresAt)))}</p>
    </Card>
  );
}

type Typed = { readonly code: string; readonly password: string; readonly confirmation: string };

function NewPasswordForm({ token }: { readonly token: string }) {
  const fields = useFields<Typed>({ code: '', password: '', confirmation: '' });
  const { isBusy, submit, showMessage } = useSubmit();
  const navigate = useNavigate();
  async function send(event: FormEvent) {
    event.preventDefault();
    const typed = fields.values;
    if (!fields.accept(findErrors(typed))) return;
    let isDone = false;
    const error = await submit(async () => {
      await submitNewPassword({ token, ...typed });
      isDone = true;
    });
    if (isDone) {
      tickSuccess();
      await showMessage({ message: text.done, tone: 'success' });
      void navigate(paths.login, { replace: true });
    } else if (error !== undefined) fields.focus(isApiError(error, 'RECOVERY_CODE_WRONG') ? 'code' : 'password');
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <Field
        {...fields.text('code')}
        label={text.code}
        hint={text.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <PasswordField
        {...fields.text('password')}
        label={text.newPassword}
        hint={text.passwordHint}
        autoComplete="new-password"
        lengthMax={PASSWORD_LENGTH_MAX}
      />
      <PasswordField
        {...fields.text('confirmation')}
        label={text.confirmPassword}
        autoComplete="new-password"
        lengthMax={PASSWORD_LENGTH_MAX}
      />
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays}>
        {text.submit}
      </Button>
    </form>
  );
}

function findErrors({ code, password, confirmation }: Typed): Wrong<Typed> {
  const isShort = code.replaceAll(/[\s-]/g, '').length !== RECOVERY_CODE_LENGTH;
  const missing = (value: string) => (value === '' ? text.incomplete : undefined);
  const isTooLong = [...password].length > PASSWORD_LENGTH_MAX;
  return {
    code: missing(code) ?? (isShort ? text.codeHint : undefined),
    password: missing(password) ?? (isTooLong ? text.length : undefined),
    confirmation: missing(confirmation) ?? (confirmation === password ? undefined : text.mismatch),
  };
}
