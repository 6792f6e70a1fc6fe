// The form that asks for money out, and the sheet that asks once more before it does.
//
// Always true: below the minimum nothing is sent (spec §5); one question at a time, and its idempotency key is kept until it
// was answered.

import { Lock } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import type { SiteConfiguration } from '@chaba/contract/site';
import { baht, formatBaht, parseBaht, type Money } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { useIsHydrated } from '#lib/hydration';
import { useIsOnline } from '#lib/online';
import { useMember } from '#lib/session';
import { useSite } from '#lib/site';
import { BankMark } from '#ui/bank-mark';
import { Button } from '#ui/button';
import { Callout } from '#ui/callout';
import { Card } from '#ui/card';
import { Chip } from '#ui/chip';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { MoneyField } from '#ui/money-field';
import { Skeleton, skeletonKeys } from '#ui/skeleton';

import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { useSubmitWithdrawal } from './use-asking.ts';
import { destinationOf } from './destination.ts';
import type { Condition } from './withdraw.queries.ts';
import { allOf, refusalOf, typedOf, type WithdrawLimits } from './withdraw-rules.ts';
import { text } from './withdraw.text.ts';

type Range = Pick<WithdrawLimits, 'minimum' | 'maximum'>;

const CHIPS = [100, 300, 500, 1000] as const;

export function WithdrawForm({ condition }: { readonly condition: Condition }) {
  const { site } = useSite();
  const isOnline = useIsOnline();
  const { showMessage } = useDialog();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Money>();
  const limits: WithdrawLimits = {
    ...rangeIn(site),
    cap: shownMoney(condition.maxWithdrawAmount),
    gameWallet: shownMoney(condition.gameWallet),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = isOnline ? refusalOf(typed, limits, condition.reasons[0]?.message) : text.needsInternet;
    if (problem === undefined) setAsked(parseBaht(typed));
    else void showMessage(problem);
  }

  const asking = useSubmitWithdrawal({
    onDone: () => setTyped(''),
    onAnswered: () => setAsked(undefined),
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
          hint={rangeOf(limits)}
          className="[&_input:placeholder-shown]:text-lg [&_input:placeholder-shown]:font-normal"
        />
        <Amounts limits={limits} typed={typed} onType={setTyped} />
      </Card>
      <Destination />
      <div>
        <Button type="submit" size="large" isWide isBusy={asking.isBusy} onPointerDown={preloadOverlays}>
          {text.submit}
        </Button>
        <p className="mt-3 text-center text-small text-text-3">{text.boundOnly}</p>
      </div>
      <ConfirmWithdrawal
        amount={asked}
        condition={condition}
        isBusy={asking.isBusy}
        onConfirm={asking.ask}
        onClose={() => setAsked(undefined)}
      />
    </form>
  );
}

/** Spec §5: the minimum is the configuration's. */
function rangeIn({ Withdraw }: SiteConfiguration): Range {
  return { minimum: shownMoney(Withdraw.minWithdraw), maximum: shownMoney(Withdraw.maxWithdraw) };
}

function rangeOf({ minimum, maximum }: Range): string {
  const lowest = text.minimum(formatBaht(minimum));
  return maximum > 0n ? `${lowest} / ${text.maximum(formatBaht(maximum))}` : lowest;
}

/** The form's boxes before it is known what can leave, and what is known without it where it will stand. */
export function WithdrawFormSkeleton() {
  const { site, isKnown } = useSite();
  const isHydrated = useIsHydrated();
  return (
    <div className="flex flex-col gap-6">
      <Card as="div">
        <p className="mb-1.5 text-label font-medium">{text.amount}</p>
        <Skeleton className="h-16" />
        <p className="mt-1.5 text-small text-text-3">
          {isKnown ? rangeOf(rangeIn(site)) : <Skeleton className="h-[1lh]" />}
        </p>
        <div className="fours mt-4 grid gap-2">
          {skeletonKeys(CHIPS.length).map((key) => (
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

/** Chips fill the field; everything is a row of its own, because it is a different act. */
function Amounts({
  limits,
  typed,
  onType,
}: {
  readonly limits: WithdrawLimits;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}) {
  const all = allOf(limits);
  return (
    <>
      <div role="group" aria-label={text.amounts} className="fours mt-4 grid gap-2">
        {CHIPS.map((amount) => (
          <Chip key={amount} isWide isOn={parseBaht(typed) === baht(amount)} onClick={() => onType(String(amount))}>
            <span className="num">{amount.toLocaleString('en-US')}</span>
          </Chip>
        ))}
      </div>
      <Button variant="ghost" isWide className="mt-2.5" onClick={() => onType(typedOf(all))}>
        {text.all} <span className="num text-text-2">{text.inBaht(formatBaht(all))}</span>
      </Button>
    </>
  );
}

function Destination() {
  const member = useMember();
  if (!member) return null;
  const { name, code, bank, tail } = destinationOf(member);
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
