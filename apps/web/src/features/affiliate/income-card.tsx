// Referral income card: amount, claim button, claim rules, number of friends and commission percentages.

import type { ReactNode } from 'react';

import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { useAnimatedAmount } from '#lib/react/use-animated-amount';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { preloadOverlays } from '#ui/dialog';
import { Money } from '#ui/money';
import { MoneyCard, MoneyCardBody, MoneyCardFacts } from '#ui/money-card';
import { Skeleton } from '#ui/skeleton';

import type { Affiliate } from './affiliate.queries.ts';
import { text } from './affiliate.text.ts';
import { computeAvailable, computeRequested } from './income.ts';
import { useWithdrawing } from './use-withdraw-income.ts';

export function IncomeCard({ affiliate }: { readonly affiliate: Affiliate }) {
  const withdrawing = useWithdrawing(affiliate);
  const amount = useAnimatedAmount(computeAvailable(affiliate));

  return (
    <MoneyCard>
      <MoneyCardBody>
        <p className="text-small text-text-2">{text.wallet}</p>
        <Money value={amount} size="card" />
        <Waiting affiliate={affiliate} />
        <Button
          size="large"
          isWide
          className="mt-4"
          isBusy={withdrawing.isBusy}
          onPointerDown={preloadOverlays}
          onClick={withdrawing.submit}
        >
          {text.withdraw}
        </Button>
        <Rules setting={affiliate.setting} />
      </MoneyCardBody>
      <Facts setting={affiliate.setting} count={text.people(affiliate.Users.length)} />
    </MoneyCard>
  );
}

/** The site's terms load before the member's own income. */
export function IncomeCardSkeleton() {
  const { site, isKnown } = useSite();
  if (!isKnown) return <Skeleton className="h-75 rounded-sheet" />;
  return (
    <MoneyCard>
      <MoneyCardBody>
        <p className="text-small text-text-2">{text.wallet}</p>
        <Skeleton className="h-11 w-40" />
        <Skeleton className="mt-4 h-13" />
        <Rules setting={site.Affiliate} />
      </MoneyCardBody>
      <Facts setting={site.Affiliate} count={<Skeleton className="h-[1lh] w-14" />} />
    </MoneyCard>
  );
}

function Facts({
  setting: { percent },
  count,
}: {
  readonly setting: Pick<Affiliate['setting'], 'percent'>;
  readonly count: ReactNode;
}) {
  return (
    <MoneyCardFacts
      facts={[
        { label: text.count, value: count },
        { label: text.levelOf(1), value: formatPercent(percent.level1) },
        { label: text.level(2), value: formatPercent(percent.level2) },
      ]}
    />
  );
}

function formatPercent({ enable, percent }: { readonly enable: boolean; readonly percent: number }): string {
  return enable ? `${percent}%` : text.levelOff;
}

/** Transfers under way into and out of this wallet. */
function Waiting({ affiliate }: { readonly affiliate: Affiliate }) {
  const waiting = toMoney(affiliate.waiting);
  const requested = computeRequested(affiliate);
  if (waiting <= 0n && requested <= 0n) return null;
  return (
    <dl className="mt-2 flex flex-col gap-1 text-small text-text-2">
      {waiting > 0n && (
        <div className="flex flex-wrap gap-x-2">
          <dt>{text.waiting}</dt>
          <dd className="num font-semibold text-text">{formatBaht(waiting)}</dd>
        </div>
      )}
      {requested > 0n && (
        <div className="flex flex-wrap gap-x-2">
          <dt>{text.requested}</dt>
          <dd className="num font-semibold text-text">{formatBaht(requested)}</dd>
        </div>
      )}
    </dl>
  );
}

function Rules({ setting }: { readonly setting: Pick<Affiliate['setting'], 'minWithdraw' | 'turnover'> }) {
  const { site } = useSite();
  const { useautoWithdraw, maxautoWithdraw } = site.Affiliate.autoWithdraw;
  const turnover = setting.turnover > 0 ? text.turnover(setting.turnover) : text.noTurnover;
  const limit = formatBaht(toMoney(maxautoWithdraw));
  return (
    <div className="num mt-3 text-center text-small text-balance text-text-2">
      <p>
        {text.minimum(formatBaht(toMoney(setting.minWithdraw)))}
        <br />
        {text.toGame} {turnover}
      </p>
      <p>{useautoWithdraw ? text.automatic(limit) : text.byPerson}</p>
    </div>
  );
}
