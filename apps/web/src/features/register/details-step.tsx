// Step three: names, password and what else belongs to an account, then the sign-up itself.
//
// Always true: names that the bank vouched for cannot be typed over; the password stays in this component.

import { LockKeyhole } from 'lucide-react';
import type { FormEventHandler } from 'react';
import { Controller, useForm, type Control } from 'react-hook-form';

import {
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  WALLET_ID_LENGTH_MAX,
} from '@chaba/contract/limits';

import { isRefusal } from '#lib/refusal';
import { Button } from '#ui/button';
import { Callout } from '#ui/callout';
import { Checkbox } from '#ui/checkbox';
import { preloadOverlays } from '#ui/dialog';
import { Field } from '#ui/field';
import { PasswordField } from '#ui/password-field';
import { UserNameField } from '#ui/user-name-field';

import { AccountSummary } from './account-summary.tsx';
import type { Progress, Step } from './progress.ts';
import { askSignup } from './register.queries.ts';
import { text } from './register.text.ts';
import { useAsking } from './use-registration.ts';

type Fields = {
  firstName: string;
  lastName: string;
  password: string;
  confirmation: string;
  walletId: string;
  isBonus: boolean;
  hasAccepted: boolean;
};

type Props = {
  readonly progress: Progress;
  readonly referral: string | undefined;
  readonly onDone: () => void;
  /** Something of an earlier step is no good any more, or the member wants to change it. */
  readonly onReturn: (step: Step) => void;
};

export function DetailsStep({ progress, referral, onDone, onReturn }: Props) {
  const { bank } = progress;
  const isLocked = bank?.token !== undefined;
  const { isBusy, ask } = useAsking();
  const { control, handleSubmit, setFocus, getValues } = useForm<Fields>({
    defaultValues: {
      firstName: bank?.firstName ?? '',
      lastName: bank?.lastName ?? '',
      password: '',
      confirmation: '',
      walletId: '',
      isBonus: false,
      hasAccepted: false,
    },
  });

  async function submit(fields: Fields) {
    const failure = await ask(() => register(progress, fields, referral).then(onDone), text.failedTitle);
    if (failure === undefined) return;
    if (isRefusal(failure, 'PHONE_TAKEN', 'PHONE_INVALID')) onReturn(1);
    else if (isRefusal(failure, ...bankRefusals)) onReturn(2);
    else if (isRefusal(failure, 'NAME_INVALID', 'SIGNUP_INCOMPLETE') && !isLocked) setFocus('firstName');
    else if (isRefusal(failure, 'WALLET_ID_TAKEN', 'WALLET_ID_INVALID')) setFocus('walletId');
    else setFocus('password');
  }

  const onSubmit: FormEventHandler = (event) => void handleSubmit(submit)(event);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <AccountSummary progress={progress} onChange={onReturn} />
      <UserNameField phoneNumber={progress.phoneNumber} />
      <Names control={control} isLocked={isLocked} />
      <Passwords control={control} passwordNow={() => getValues('password')} />
      <Controller
        control={control}
        name="walletId"
        render={({ field }) => (
          <Field {...field} label={text.wallet} maxLength={WALLET_ID_LENGTH_MAX} autoComplete="off" isOptional />
        )}
      />
      <Field
        label={text.referral}
        name="affiliateKey"
        value={referral ?? ''}
        placeholder={text.noReferral}
        readOnly
        end={<Locked />}
      />
      <Choices control={control} />
      <Callout tone="warning">{text.warning}</Callout>
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays}>
        {text.submit}
      </Button>
    </form>
  );
}

const bankRefusals = ['BANK_TOKEN_INVALID', 'BANK_ACCOUNT_TAKEN', 'BANK_INCOMPLETE', 'BANK_UNKNOWN'] as const;

function register({ phoneNumber, bankCode, account, bank }: Progress, fields: Fields, referral: string | undefined) {
  const body = {
    phoneNumber,
    Password: fields.password,
    Confirm_Password: fields.confirmation,
    BankAccount: account,
    BankCode: bankCode,
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    affiliateKey: referral ?? null,
    isBonus: fields.isBonus,
    WalletId: fields.walletId.trim() || null,
  };
  return askSignup(body, bank?.token);
}

function Choices({ control }: { readonly control: Control<Fields> }) {
  return (
    <div>
      <Controller
        control={control}
        name="isBonus"
        render={({ field: { value, onChange, name } }) => (
          <Checkbox name={name} isChecked={value} onChange={onChange}>
            {text.promotions}
          </Checkbox>
        )}
      />
      <Controller
        control={control}
        name="hasAccepted"
        rules={{ validate: (isAccepted) => isAccepted || text.termsMissing }}
        render={({ field: { value, onChange, name, ref }, fieldState }) => (
          <Checkbox ref={ref} name={name} isChecked={value} onChange={onChange} error={fieldState.error?.message}>
            {text.terms}
          </Checkbox>
        )}
      />
    </div>
  );
}

/** What cannot be typed over shows it. */
function Locked() {
  return <LockKeyhole aria-hidden="true" size={20} strokeWidth={1.75} className="mr-3.5 flex-none text-text-3" />;
}

function Names({ control, isLocked }: { readonly control: Control<Fields>; readonly isLocked: boolean }) {
  const parts = [
    { name: 'firstName', label: text.firstName, autoComplete: 'given-name' },
    { name: 'lastName', label: text.lastName, autoComplete: 'family-name' },
  ] as const;
  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        {parts.map(({ name, label, autoComplete }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            rules={{ validate: (typed) => typed.trim() !== '' || text.namesMissing }}
            render={({ field, fieldState }) => (
              <Field
                {...field}
                label={label}
                autoComplete={autoComplete}
                maxLength={NAME_LENGTH_MAX}
                readOnly={isLocked}
                end={isLocked && <Locked />}
                error={fieldState.error?.message}
              />
            )}
          />
        ))}
      </div>
      <p className="mt-1.5 text-small text-text-3">{isLocked ? text.namesLocked : text.namesTyped}</p>
    </div>
  );
}

function Passwords({
  control,
  passwordNow,
}: {
  readonly control: Control<Fields>;
  readonly passwordNow: () => string;
}) {
  return (
    <>
      <Controller
        control={control}
        name="password"
        rules={{ validate: (typed) => isLongEnough(typed) || text.passwordLength }}
        render={({ field, fieldState }) => (
          <PasswordField
            {...field}
            label={text.setPassword}
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH_MAX}
            hint={text.passwordHint}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="confirmation"
        rules={{ validate: (typed) => typed === passwordNow() || text.passwordMismatch }}
        render={({ field, fieldState }) => (
          <PasswordField
            {...field}
            label={text.passwordConfirm}
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH_MAX}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}

function isLongEnough(password: string): boolean {
  return password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX;
}
