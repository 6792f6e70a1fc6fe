// Confirmation sheet of a withdrawal: amount, destination, remaining balance, and the deduction of a bonus cap.

import type { ReactNode } from 'react';

import { formatBaht, max, subtract, zeroMoney, type Money as Amount } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { useMember } from '#lib/member/session';
import { BankMark } from '#parts/bank-mark';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Sheet } from '#ui/dialog';
import { Money } from '#ui/money';

import { formatDestination } from './destination.ts';
import type { Condition } from './withdraw.queries.ts';
import { text } from './withdraw.text.ts';

export function ConfirmWithdrawal({
  amount,
  condition,
  isBusy,
  onConfirm,
  onClose,
}: {
  readonly amount: Amount | undefined;
  readonly condition: Condition;
  readonly isBusy: boolean;
  readonly onConfirm: (amount: Amount) => void;
  readonly onClose: () => void;
}) {
  return (
    <Sheet isOpen={amount !== undefined} onClose={onClose} title={text.confirmTitle} isLocked={isBusy} hasFootnote>
      {amount !== undefined && <Bill amount={amount} condition={condition} />}
      <div className="mt-4 flex flex-col gap-1.5">
        <Button
          size="large"
          isWide
          isBusy={isBusy}
          onClick={() => {
            if (amount !== undefined) onConfirm(amount);
          }}
        >
          {text.confirm}
        </Button>
        <Button variant="quiet" isWide disabled={isBusy} onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </Sheet>
  );
}

function Bill({ amount, condition }: { readonly amount: Amount; readonly condition: Condition }) {
  const member = useMember();
  const removed = toMoney(condition.willRemove);
  const left = max(zeroMoney, subtract(subtract(toMoney(condition.gameWallet), amount), removed));
  if (!member) return null;
  const { name, code, bank, tail } = formatDestination(member);

  return (
    <>
      <p className="sr-only">{text.confirmText(formatBaht(amount), bank, tail)}</p>
      <div className="mb-4 flex justify-center">
        <Money value={amount} size="sheet" />
      </div>
      <dl className="divide-y divide-hairline rounded-card bg-surface-2 px-4">
        <Line label={text.to}>
          <span className="flex items-center gap-2.5">
            <BankMark code={code} size="small" />
            <span>
              <span className="num block font-semibold">
                {bank} ••• {tail}
              </span>
              <span className="block text-small text-text-2">{name}</span>
            </span>
          </span>
        </Line>
        <Line label={text.fee}>
          <Money value={zeroMoney} hasUnit />
        </Line>
        {removed > 0n && (
          <Line label={text.removed}>
            <span className="num text-warning">{text.inBaht(`-${formatBaht(removed)}`)}</span>
          </Line>
        )}
        <Line label={text.left}>
          <Money value={left} hasUnit />
        </Line>
      </dl>
      {removed > 0n && (
        <div className="mt-3">
          <Callout tone="warning">
            {text.removedNote(formatBaht(removed), formatBaht(toMoney(condition.maxWithdrawAmount)))}
          </Callout>
        </div>
      )}
    </>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 py-2">
      <dt className="flex-none text-text-2">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
