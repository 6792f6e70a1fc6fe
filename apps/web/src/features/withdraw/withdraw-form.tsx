// The withdrawal form and its confirmation sheet.
//
// Always true: nothing is sent below the minimum (spec §5); one request at a time, and its idempotency key is stored
// until the response.

import { Lock } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import type { SiteConfiguration } from '@chaba/contract/site';
import { baht, formatBaht, parseTypedBaht, type Money } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { useIsHydrated } from '#lib/react/hydration';
import { useIsOnline } from '#lib/browser/online';
import { useMember } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { BankMark } from '#parts/bank-mark';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Card } from '#ui/card';
import { Chip } from '#ui/chip';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { MoneyField } from '#ui/money-field';
import { Skeleton, listSkeletonKeys } from '#ui/skeleton';

import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { useSubmitWithdrawal } from './use-submit-withdrawal.ts';
import { formatDestination } from './destination.ts';
import type { Condition } from './withdraw.queries.ts';
import { checkAmount, computeMaximum, formatTyped, readCap, type WithdrawLimits } from './withdraw-rules.ts';
import { text } from './withdraw.text.ts';

type AmountRange = Pick<WithdrawLimits, 'minimum' | 'maximum'>;

const CHIPS = [100, 300, 500, 1000] as const;

export function WithdrawForm({ condition }: { readonly condition: Condition }) {
  const { site } = useSite();
  const isOnline = useIsOnline();
  const { showMessage } = useDialog();
  const [typed, setTyped] = useState('');
  const [confirming, setConfirming] = useState<Money>();
  const limits: WithdrawLimits = {
    ...getRange(site),
    cap: readCap(condition),
    gameWallet: toMoney(condition.gameWallet),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = isOnline ? checkAmount(typed, limits, condition.reasons[0]?.message) : text.needsInternet;
    if (problem === undefined) setConfirming(parseTypedBaht(typed));
    else void showMessage(problem);
  }

  const submission = useSubmitWithdrawal({
    onDone: () => setTyped(''),
    onResponse: () => setConfirming(undefined),
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      {!isOnline && <Callout tone="warning">{text.needsInternet}</Callout>}
      <Card as="div">
        <MoneyField
          label={text.amount}
          placeholder={text.placeholder}
          value={typed}
          onChange={setTyped}
          hint={formatRange(lowerToCap(limits))}
          className="[&_input:placeholder-shown]:text-lg [&_input:placeholder-shown]:font-normal"
        />
        <Amounts limits={limits} typed={typed} onType={setTyped} />
      </Card>
      <Destination />
      <div>
        <Button type="submit" size="large" isWide isBusy={submission.isBusy} onPointerDown={preloadOverlays}>
          {text.submit}
        </Button>
        <p className="mt-3 text-center text-small text-text-3">{text.boundOnly}</p>
      </div>
      <ConfirmWithdrawal
        amount={confirming}
        condition={condition}
        isBusy={submission.isBusy}
        onConfirm={submission.submit}
        onClose={() => setConfirming(undefined)}
      />
    </form>
  );
}

/** Spec §5: the minimum of the configuration. */
function getRange({ Withdraw }: SiteConfiguration): AmountRange {
  return { minimum: toMoney(Withdraw.minWithdraw), maximum: toMoney(Withdraw.maxWithdraw) };
}

/** A limit of bonuses below the maximum of the configuration takes its place, unless it is below the minimum. */
function lowerToCap({ minimum, maximum, cap }: WithdrawLimits): AmountRange {
  const isLower = cap !== undefined && cap >= minimum && (maximum === 0n || cap < maximum);
  return { minimum, maximum: isLower ? cap : maximum };
}

function formatRange({ minimum, maximum }: AmountRange): string {
  const lowest = text.minimum(formatBaht(minimum));
  return maximum > 0n ? `${lowest} / ${text.maximum(formatBaht(maximum))}` : lowest;
}

/** The form before the condition is loaded: known parts and skeletons in their places. */
export function WithdrawFormSkeleton() {
  const { site, isKnown } = useSite();
  const isHydrated = useIsHydrated();
  return (
    <div className="flex flex-col gap-6">
      <Card as="div">
        <p className="mb-1.5 text-label font-medium">{text.amount}</p>
        <Skeleton className="h-16" />
        <p className="mt-1.5 text-small text-text-3">
          {isKnown ? formatRange(getRange(site)) : <Skeleton className="h-[1lh]" />}
        </p>
        <div className="fours mt-4 grid gap-2">
          {listSkeletonKeys(CHIPS.length).map((key) => (
            <Skeleton key={key} className="h-11 rounded-full" />
          ))}
        </div>
        <Skeleton className="mt-2.5 h-12" />
      </Card>
      {isHydrated ? <Destination /> : <Skeleton className="h-27 rounded-card" />}
      <div>
        <Skeleton className="h-13" />
        <p className="mt-3 text-center text-small text-text-3">{text.boundOnly}</p>
      </div>
    </div>
  );
}

/** Chips fill the field; withdrawing everything has a row of its own. */
function Amounts({
  limits,
  typed,
  onType,
}: {
  readonly limits: WithdrawLimits;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}) {
  const all = computeMaximum(limits);
  return (
    <>
      <div role="group" aria-label={text.amounts} className="fours mt-4 grid gap-2">
        {CHIPS.map((amount) => (
          <Chip
            key={amount}
            isWide
            isOn={parseTypedBaht(typed) === baht(amount)}
            onClick={() => onType(String(amount))}
          >
            <span className="num">{amount.toLocaleString('en-US')}</span>
          </Chip>
        ))}
      </div>
      <Button variant="ghost" isWide className="mt-2.5" onClick={() => onType(formatTyped(all))}>
        {text.all} <span className="num text-text-2">{text.inBaht(formatBaht(all))}</span>
      </Button>
    </>
  );
}

function Destination() {
  const member = useMember();
  if (!member) return null;
  const { name, code, bank, tail } = formatDestination(member);
  return (
    <Card as="div" className="flex items-center gap-3.5">
      <BankMark code={code} />
      <div className="min-w-0 flex-1">
        <p className="text-small text-text-2">{text.to}</p>
        <p className="num text-title-3">
          {bank} ••• {tail}
        </p>
        <p className="text-small text-text-2">{name}</p>
      </div>
      <Lock role="img" aria-label={text.locked} size={22} strokeWidth={1.75} className="text-text-3" />
    </Card>
  );
}
