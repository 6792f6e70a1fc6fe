// /user/free_credit: a code for credit or coins, its effect before redemption, and the turnover required afterwards.
//
// Always true: an empty field sends no request; a rejected code stays in the field with the server's message below.

import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { cleanCode } from '@chaba/contract/typed-text';
import { balanceQuery, toMoney } from '#lib/wallet/balance';
import { paths } from '#lib/paths';
import { Button, ButtonLink } from '#ui/button';
import { Card } from '#ui/card';
import { Field } from '#ui/field';
import { IconSquare } from '#ui/icon-square';
import { Money } from '#ui/money';
import { RuleCard } from '#ui/rule-card';
import { Section } from '#ui/section';
import { TurnoverMeter } from '#parts/turnover-meter';

import { text } from './free-credit.text.ts';
import { useRedeem } from './use-redeem-code.ts';

export function FreeCreditPage() {
  return (
    <>
      <RedeemCard />
      <RuleCard title={text.rulesTitle} rules={text.rules} />
      <Now />
    </>
  );
}

function RedeemCard() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { redeem, isBusy } = useRedeem({
    onDone: () => setCode(''),
    onRejected: (sentence) => {
      setError(sentence);
      input.current?.focus();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = cleanCode(code);
    setError(undefined);
    if (typed === '') {
      setError(text.empty);
      input.current?.focus();
      return;
    }
    redeem(typed);
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="flex items-center gap-3.5">
          <IconSquare icon={Gift} />
          <div className="min-w-0 flex-1">
            <h2 className="text-title-3">{text.title}</h2>
            <p className="text-small text-text-2">{text.lead}</p>
          </div>
        </div>
        <Field
          ref={input}
          label={text.field}
          placeholder={text.placeholder}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setError(undefined);
          }}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
        <Button type="submit" size="large" isWide isBusy={isBusy}>
          {text.submit}
        </Button>
      </form>
    </Card>
  );
}

/** Turnover requirements that block a withdrawal, including those of codes. */
function Now() {
  const { data: balance } = useQuery(balanceQuery);
  if (!balance) return null;
  const { needTurnover, nowTurnover, maxWithdrawAmount } = balance.BonusInfo;
  const coins = balance.internalWallet.prizeWallet;
  return (
    <Section title={text.now}>
      <Card className="flex flex-col gap-4">
        <TurnoverMeter now={toMoney(nowTurnover)} need={toMoney(needTurnover)} />
        <dl className="pairs grid gap-4">
          <div>
            <dt className="text-micro text-text-3">{text.withdrawMax}</dt>
            <dd className="num text-base font-semibold">
              {maxWithdrawAmount === 0 ? text.unlimited : <Money value={toMoney(maxWithdrawAmount)} />}
            </dd>
          </div>
          <div>
            <dt className="text-micro text-text-3">{text.coins}</dt>
            <dd className="num text-base font-semibold">{coins.toLocaleString('en-US')}</dd>
          </div>
        </dl>
        <div className="flex flex-wrap gap-2 whitespace-nowrap">
          <div className="flex-1">
            <ButtonLink to={paths.member.transactionsDeposit} variant="quiet" isWide>
              {text.seeHistory}
            </ButtonLink>
          </div>
          {coins > 0 && (
            <div className="flex-1">
              <ButtonLink to={paths.member.spinner} variant="secondary" isWide>
                {text.toWheel}
              </ButtonLink>
            </div>
          )}
        </div>
      </Card>
    </Section>
  );
}
