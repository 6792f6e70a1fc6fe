// The bonus for a deposit of the typed amount, in baht, before the transfer. The server computes it; nothing is shown
// on a host without quotes. Another promotion can be picked here (bonus-picker.tsx, loaded on demand).

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useState } from 'react';

import { baht, formatBaht, parseTypedBaht } from '@chaba/money';

import { hasExtensionSupport } from '#lib/api/api';
import { toMoney } from '#lib/wallet/balance';
import { type BonusQuote, quoteQuery } from '#lib/promotions/bonus';
import { paths } from '#lib/paths';
import { Button, ButtonLink } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Card } from '#ui/card';
import { lazyWithPreload, PartBoundary } from '#ui/lazy-component';
import { MoneyField } from '#ui/money-field';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';

import { text } from './deposit.text.ts';

const BonusPicker = lazyWithPreload(async () => (await import('./bonus-picker.tsx')).BonusPicker);

const FIRST_SHOWN = baht(500);

export function NextBonus() {
  const [typed, setTyped] = useState('500');
  const amount = useDeferredValue(parseTypedBaht(typed));
  const { data: quote, isError } = useQuery(quoteQuery(amount === undefined || amount === 0n ? FIRST_SHOWN : amount));
  // A host without quotes returns nothing; a guess could be wrong.
  if (!hasExtensionSupport() || (isError && !quote)) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-title-3">{text.bonusTitle}</h2>
      <MoneyField label={text.bonusAmount} value={typed} onChange={setTyped} />
      <div aria-live="polite" className="min-h-18">
        {quote && amount !== undefined && amount > 0n && <QuoteResult quote={quote} typed={formatBaht(amount)} />}
      </div>
      {quote && <PickAnother quote={quote} />}
      <ButtonLink to={paths.member.promotion} variant="quiet" isWide>
        {text.bonusTerms}
      </ButtonLink>
    </Card>
  );
}

function PickAnother({ quote }: { readonly quote: BonusQuote }) {
  const [isOpen, setOpen] = useState(false);
  if (!quote.isBonus || quote.hasActiveBonus || quote.offers.length === 0) return null;
  const waiting = <PickerSkeleton offers={quote.offers.length} />;
  return (
    <>
      <Button variant="secondary" isWide aria-expanded={isOpen} onClick={() => setOpen((open) => !open)}>
        {text.bonusChoose}
        <ChevronDown aria-hidden="true" size={20} strokeWidth={1.75} className={isOpen ? 'rotate-180' : undefined} />
      </Button>
      {isOpen && (
        <PartBoundary isWanted meanwhile={waiting}>
          <BonusPicker quote={quote} waiting={waiting} />
        </PartBoundary>
      )}
    </>
  );
}

function PickerSkeleton({ offers }: { readonly offers: number }) {
  return (
    <SkeletonGroup className="flex flex-col gap-2">
      <Skeleton className="mb-2 h-6 w-56" />
      {listSkeletonKeys(offers + 1).map((key) => (
        <Skeleton key={key} className="h-18 rounded-ctl" />
      ))}
    </SkeletonGroup>
  );
}

function QuoteResult({ quote, typed }: { readonly quote: BonusQuote; readonly typed: string }) {
  const { best, isBonus, hasActiveBonus, isParked, isFirstDepositKept } = quote;
  if (isParked) {
    return (
      <Callout tone="warning">
        <p>{text.bonusParks}</p>
        {isFirstDepositKept && <p>{text.bonusFirstKept}</p>}
      </Callout>
    );
  }
  if (!isBonus) return <Callout>{text.bonusOff}</Callout>;
  if (hasActiveBonus) return <Callout tone="warning">{text.bonusRuns}</Callout>;
  if (!best) return <Callout>{text.bonusNone}</Callout>;
  const [bonus, need, cap] = [best.bonusAmount, best.needTurnover, best.maxWithdrawAmount].map((amount) =>
    formatBaht(toMoney(amount)),
  );
  return (
    <Callout tone="success">
      <p className="num font-semibold">{text.bonusGets(typed, bonus ?? '', need ?? '')}</p>
      <p className="num text-small text-text-2">
        {text.bonusFrom(best.title)}
        {best.maxWithdrawAmount > 0 && ` · ${text.bonusCap(cap ?? '')}`}
      </p>
    </Callout>
  );
}
