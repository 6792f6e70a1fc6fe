// Step three: names, password and other account data, then the sign-up.
//
// Always true: names confirmed by the bank are read-only; the password stays in this component.

import { LockKeyhole } from 'lucide-react';
import type { FormEvent } from 'react';

import {
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  WALLET_ID_LENGTH_MAX,
} from '@chaba/contract/constraints';

import { hasExtensionSupport } from '#lib/api/api';
import { paths } from '#lib/paths';
import { isApiError } from '#lib/api/api-error';
import { useFields, type Fields, type Wrong } from '#lib/react/use-fields';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Checkbox } from '#ui/checkbox';
import { preloadOverlays } from '#ui/dialog';
import { Field } from '#ui/field';
import { PasswordField, UserNameField } from '#ui/password-field';

import { AccountSummary } from './account-summary.tsx';
import type { Progress, RegisterStep } from './progress.ts';
import { submitSignup } from './register.queries.ts';
import { text } from './register.text.ts';
import { useSubmitStep } from './use-registration.ts';

type Typed = {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly confirmation: string;
  readonly walletId: string;
  readonly isBonus: boolean;
  readonly hasAccepted: boolean;
};

type Props = {
  readonly progress: Progress;
  readonly referral: string | undefined;
  readonly onDone: () => void;
  /** Called when a value of an earlier step became invalid, or the member changes it. */
  readonly onReturn: (step: RegisterStep) => void;
};

export function DetailsStep({ progress, referral, onDone, onReturn }: Props) {
  const { bank } = progress;
  // A token without names would lock empty fields.
  const isLocked = bank?.token !== undefined && Boolean(bank.firstName);
  const { isBusy, submit: submitStep } = useSubmitStep();
  const fields = useFields<Typed>({
    firstName: bank?.firstName ?? '',
    lastName: bank?.lastName ?? '',
    password: '',
    confirmation: '',
    walletId: '',
    isBonus: false,
    hasAccepted: false,
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = fields.values;
    if (!fields.accept(findErrors(typed))) return;
    const failure = await submitStep(() => register(progress, typed, referral).then(onDone), text.failedTitle);
    if (failure === undefined) return;
    if (isApiError(failure, 'PHONE_TAKEN', 'PHONE_INVALID')) onReturn(1);
    else if (isApiError(failure, ...bankErrorCodes)) onReturn(2);
    else if (isApiError(failure, 'NAME_INVALID', 'SIGNUP_INCOMPLETE') && !isLocked) fields.focus('firstName');
    else if (isApiError(failure, 'WALLET_ID_TAKEN', 'WALLET_ID_INVALID')) fields.focus('walletId');
    else fields.focus('password');
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <AccountSummary progress={progress} onChange={onReturn} />
      <UserNameField userName={progress.phoneNumber} />
      <Names fields={fields} isLocked={isLocked} />
      <Passwords fields={fields} />
      <Field
        {...fields.text('walletId')}
        label={text.wallet}
        maxLength={WALLET_ID_LENGTH_MAX}
        autoComplete="off"
        isOptional
      />
      <Field
        label={text.referral}
        name="affiliateKey"
        value={referral ?? ''}
        placeholder={text.noReferral}
        readOnly
        end={<Locked />}
      />
      <div>
        <Checkbox {...fields.choice('isBonus')}>{text.promotions}</Checkbox>
        <Checkbox {...fields.choice('hasAccepted')}>{text.terms}</Checkbox>
        {hasExtensionSupport() && (
          <a
            href={paths.terms}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center pl-9 text-label font-medium text-brand-text underline underline-offset-4"
          >
            {text.readTerms}
          </a>
        )}
      </div>
      <Callout tone="warning">{text.warning}</Callout>
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays}>
        {text.submit}
      </Button>
    </form>
  );
}

const bankErrorCodes = [
  'BANK_TOKEN_INVALID',
  'BANK_CHECK_REQUIRED',
  'BANK_ACCOUNT_TAKEN',
  'BANK_INCOMPLETE',
  'BANK_UNKNOWN',
] as const;

function register({ phoneNumber, bankCode, account, bank }: Progress, typed: Typed, referral: string | undefined) {
  const body = {
    phoneNumber,
    Password: typed.password,
    Confirm_Password: typed.confirmation,
    BankAccount: account,
    BankCode: bankCode,
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    affiliateKey: referral ?? null,
    isBonus: typed.isBonus,
    WalletId: typed.walletId.trim() || null,
  };
  return submitSignup(body, bank?.token);
}

/** Read-only fields show a lock. */
function Locked() {
  return <LockKeyhole aria-hidden="true" size={20} strokeWidth={1.75} className="mr-3.5 flex-none text-text-3" />;
}

function Names({ fields, isLocked }: { readonly fields: Fields<Typed>; readonly isLocked: boolean }) {
  // Our server returns the first letter, as banks do; another host may return the whole surname.
  const isShort = [...fields.values.lastName].length === 1;
  const names = [
    { name: 'firstName', label: text.firstName, autoComplete: 'given-name' },
    { name: 'lastName', label: text.lastName, autoComplete: 'family-name' },
  ] as const;
  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        {names.map(({ name, ...label }) => (
          <Field
            key={name}
            {...fields.text(name)}
            {...label}
            maxLength={NAME_LENGTH_MAX}
            readOnly={isLocked}
            end={isLocked && <Locked />}
          />
        ))}
      </div>
      <p className="mt-1.5 text-small text-text-3">
        {isLocked ? text.namesLocked : text.namesTyped}
        {isLocked && isShort && ` ${text.surnameShort}`}
      </p>
    </div>
  );
}

function Passwords({ fields }: { readonly fields: Fields<Typed> }) {
  const bounds = { autoComplete: 'new-password', lengthMax: PASSWORD_LENGTH_MAX } as const;
  return (
    <>
      <PasswordField {...fields.text('password')} {...bounds} label={text.setPassword} hint={text.passwordHint} />
      <PasswordField {...fields.text('confirmation')} {...bounds} label={text.passwordConfirm} />
    </>
  );
}

function findErrors({ firstName, lastName, password, confirmation, hasAccepted }: Typed): Wrong<Typed> {
  const missing = (name: string) => (name.trim() === '' ? text.namesMissing : undefined);
  const { length } = [...password];
  const isLongEnough = length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX;
  return {
    firstName: missing(firstName),
    lastName: missing(lastName),
    password: isLongEnough ? undefined : text.passwordLength,
    confirmation: confirmation === password ? undefined : text.passwordMismatch,
    hasAccepted: hasAccepted ? undefined : text.termsMissing,
  };
}
