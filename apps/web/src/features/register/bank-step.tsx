// Step two: the bank account of deposits and withdrawals.

import { CircleCheck, Landmark } from 'lucide-react';
import { useId, useRef, useState, type FormEvent, type Ref } from 'react';

import { getBank, cleanAccountNumber, isAccountNumber } from '@chaba/contract/banks';
import { extractDigits } from '@chaba/contract/digits';
import { BANK_ACCOUNT_LENGTHS } from '@chaba/contract/constraints';

import { BankMark } from '#parts/bank-mark';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { preloadOverlays } from '#ui/dialog';
import { DigitsField } from '#ui/digits-field';

import { BankPicker } from './bank-picker.tsx';
import type { BankCheckResult, Progress } from './progress.ts';
import { requestBankCheck } from './register.queries.ts';
import { text } from './register.text.ts';
import { useSubmitStep } from './use-registration.ts';

type Account = Pick<Progress, 'bankCode' | 'account'>;

export function BankStep({
  phoneNumber,
  bankCode,
  account,
  onType,
  onDone,
}: Account & {
  readonly phoneNumber: string;
  readonly onType: (typed: Account) => void;
  readonly onDone: (bank: BankCheckResult) => void;
}) {
  const [isWrong, setWrong] = useState(false);
  const { isBusy, submit: submitStep } = useSubmitStep();
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const isBankMissing = isWrong && bankCode === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (bankCode === '' || !isAccountNumber(account)) {
      setWrong(true);
      if (bankCode !== '') field.current?.focus();
      else document.querySelector<HTMLInputElement>('input[name="bank"]')?.focus();
      return;
    }
    const failure = await submitStep(async () => {
      const { firstName, lastName, token } = await requestBankCheck(phoneNumber, {
        BankCode: bankCode,
        BankAccount: account,
      });
      onDone({ checkedAt: Date.now(), firstName, lastName, token });
    });
    if (failure) field.current?.focus();
  }

  function type(change: Partial<Account>) {
    setWrong(false);
    onType({ bankCode, account, ...change });
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div>
        <BankPicker
          value={bankCode}
          onChange={(code) => type({ bankCode: code })}
          describedBy={isBankMissing ? errorId : undefined}
        />
        {isBankMissing && (
          <p id={errorId} role="alert" className="mt-1.5 text-small text-danger">
            {text.bankIncomplete}
          </p>
        )}
      </div>
      <AccountField
        ref={field}
        bankCode={bankCode}
        account={account}
        onType={(typed) => type({ account: typed })}
        error={isWrong && !isBankMissing ? text.bankIncomplete : undefined}
      />
      <Callout tone="warning">{text.warning}</Callout>
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays}>
        {isBusy ? text.bankChecking : text.bankCheck}
      </Button>
    </form>
  );
}

function AccountField({
  bankCode,
  account,
  onType,
  error,
  ref,
}: Account & {
  readonly onType: (account: string) => void;
  readonly error: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}) {
  const isComplete = isAccountNumber(account);
  // Eleven digits are on their way to twelve, until they are submitted.
  const isTooLong =
    account.length > Math.max(...BANK_ACCOUNT_LENGTHS) || (error !== undefined && account.length === 11);
  return (
    <DigitsField
      ref={ref}
      label={text.account}
      name="account"
      autoComplete="off"
      placeholder={text.accountPlaceholder}
      groups={listDigitGroups(bankCode)}
      isComplete={isAccountNumber}
      clean={(typed) => extractDigits(cleanAccountNumber(typed))}
      value={account}
      onChange={onType}
      start={
        bankCode === '' ? (
          <Landmark aria-hidden="true" size={20} strokeWidth={1.75} />
        ) : (
          <BankMark code={bankCode} size="small" />
        )
      }
      end={
        isComplete && (
          <CircleCheck aria-hidden="true" size={22} strokeWidth={1.75} className="mr-3.5 flex-none text-success" />
        )
      }
      hint={isComplete ? text.accountComplete(account.length) : isTooLong && text.accountTooLong(account.length)}
      isHintKept={isTooLong}
      error={error}
    />
  );
}

/** Digit groups of the bank's format; excess digits form one more group. */
function listDigitGroups(bankCode: string): readonly number[] {
  const format = bankCode === '' ? undefined : getBank(bankCode).accountFormat;
  return (format ?? 'xxx-x-xxxxx-xxx').split('-').map((group) => group.length);
}
