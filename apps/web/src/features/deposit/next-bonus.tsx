// What bonus a deposit of the typed amount would bring, in baht and before the transfer. The answer is the server's; a host that
// cannot say it is not asked twice and nothing is shown.

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import { baht, formatBaht, parseBaht } from '@chaba/money';

import { knowsAdditions } from '#lib/api';
import { shownMoney } from '#lib/balance';
import { type BonusQuote, quoteQuery } from '#lib/bonus';
import { paths } from '#lib/paths';
import { ButtonLink } from '#ui/button';
import { Callout } from '#ui/callout';
import { Card } from '#ui/card';
import { MoneyField } from '#ui/money-field';

import { text } from './deposit.text.ts';

const FIRST_SHOWN = baht(500);

export function NextBonus() {
  const [typed, setTyped] = useState('500');
  const amount = useDeferredValue(parseBaht(typed));
  const { data: quote, isError } = useQuery(quoteQuery(amount === undefined || amount === 0n ? FIRST_SHOWN : amount));
  // A host that knows no quotes has answered with nothing: a guess about bonuses would be worse.
  if (!knowsAdditions() || (isError && !quote)) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-title-3">{text.bonusTitle}</h2>
      <MoneyField label={text.bonusAmount} value={typed} onChange={setTyped} />
      <div aria-live="polite" className="min-h-18">
        {quote && amount !== undefined && amount > 0n && <Answer quote={quote} typed={formatBaht(amount)} />}
      </div>
      <ButtonLink to={paths.member.promotion} variant="quiet" isWide>
        {text.bonusChoose}
      </ButtonLink>
    </Card>
  );
}

function Answer({ quote, typed }: { readonly quote: BonusQuote; readonly typed: string }) {
  const { best, isBonus, hasActiveBonus } = quote;
  if (!isBonus) return <Callout>{text.bonusOff}</Callout>;
  if (hasActiveBonus) return <Callout tone="warning">{text.bonusRuns}</Callout>;
  if (!best) return <Callout>{text.bonusNone}</Callout>;
  const [bonus, need, cap] = [best.bonusAmount, best.needTurnover, best.maxWithdrawAmount].map((amount) =>
    formatBaht(shownMoney(amount)),
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
