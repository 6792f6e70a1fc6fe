// /user/free_credit: a code for credit or coins, what it does said before it is used, and what the wallet asks for afterwards.
//
// Always true: an empty field asks nothing of the server; a refused code stays in the field with the server's sentence below.

import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { ITEM_CODE_LENGTH_MAX } from '@chaba/contract/limits';
import { balanceQuery, shownMoney } from '#lib/balance';
import { paths } from '#lib/paths';
import { Button, ButtonLink } from '#ui/button';
import { Card } from '#ui/card';
import { Field } from '#ui/field';
import { Money } from '#ui/money';
import { Section } from '#ui/section';
import { TurnoverMeter } from '#ui/turnover-meter';

import { text } from './free-credit.text.ts';
import { useRedeeming } from './use-redeeming.ts';

export function FreeCreditPage() {
  return (
    <>
      <RedeemCard />
      <Rules />
      <Now />
    </>
  );
}

function RedeemCard() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { redeem, isBusy } = useRedeeming({
    onDone: () => setCode(''),
    onRefused: (sentence) => {
      setError(sentence);
      input.current?.focus();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
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
          <span
            aria-hidden="true"
            className="grid size-11 flex-none place-items-center rounded-ctl border border-hairline bg-surface-2 text-brand-text"
          >
            <Gift size={22} strokeWidth={1.75} />
          </span>
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
          maxLength={ITEM_CODE_LENGTH_MAX}
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

function Rules() {
  return (
    <Card>
      <h2 className="mb-2.5 text-title-3">{text.rulesTitle}</h2>
      <ol className="flex flex-col gap-2">
        {text.rules.map((rule, index) => (
          <li key={rule} className="flex gap-3 text-label font-normal text-text-2">
            <span aria-hidden="true" className="num w-3 flex-none font-semibold text-brand-text">
              {index + 1}
            </span>
            {rule}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What stands between the member's money and the bank, codes included. */
function Now() {
  const { data: balance } = useQuery(balanceQuery);
  if (!balance) return null;
  const { needTurnover, nowTurnover, maxWithdrawAmount } = balance.BonusInfo;
  const coins = balance.internalWallet.prizeWallet;
  return (
    <Section title={text.now}>
      <Card className="flex flex-col gap-4">
        <TurnoverMeter now={shownMoney(nowTurnover)} need={shownMoney(needTurnover)} />
        <dl className="grid grid-cols-2 gap-4">
          <div>
            <dt className="text-micro text-text-3">{text.withdrawMax}</dt>
            <dd className="num text-base font-semibold">
              {maxWithdrawAmount === 0 ? text.unlimited : <Money value={shownMoney(maxWithdrawAmount)} />}
            </dd>
          </div>
          <div>
            <dt className="text-micro text-text-3">{text.coins}</dt>
            <dd className="num text-base font-semibold">{coins.toLocaleString('en-US')}</dd>
          </div>
        </dl>
        <div className="grid gap-2 sm:grid-cols-2">
          <ButtonLink to={paths.member.transactionsDeposit} variant="quiet" isWide>
            {text.seeHistory}
          </ButtonLink>
          {coins > 0 && (
            <ButtonLink to={paths.member.spinner} variant="secondary" isWide>
              {text.toWheel}
            </ButtonLink>
          )}
        </div>
      </Card>
    </Section>
  );
}
