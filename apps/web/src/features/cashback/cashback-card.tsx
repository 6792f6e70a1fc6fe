// The only money card with artwork: cashback amount, rate, deadline and claim button. The picture is dark in both
// modes, so its text is light in both.

import type { ReactNode } from 'react';

import { formatBaht } from '@chaba/money';

import { cashbackPicture } from '#art/gallery';
import { toMoney } from '#lib/wallet/balance';
import { useAnimatedAmount } from '#lib/react/use-animated-amount';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { DateTime } from '#ui/date-time';
import { preloadOverlays } from '#ui/dialog';
import { Money } from '#ui/money';
import { Skeleton } from '#ui/skeleton';

import type { Cashback } from './cashback.queries.ts';
import { text } from './cashback.text.ts';
import { useSubmitClaim } from './use-submit-claim.ts';

export function CashbackCard({ cashback, image }: { readonly cashback: Cashback; readonly image: string }) {
  const { site } = useSite();
  const claiming = useSubmitClaim(cashback);
  const amount = useAnimatedAmount(toMoney(cashback.cashbackWallet));
  const until = findFirstEnd(cashback);
  const today = cashback.periods.find(({ isRunning, Amount }) => isRunning && Amount > 0);

  return (
    <Picture image={image} terms={cashback} amount={<Money value={amount} size="card" />}>
      {until !== undefined && (
        <p className="mt-auto pt-6 text-small text-white/85">
          {text.claimBefore} <DateTime value={until} calendar={site.calendar} />
        </p>
      )}
      {until === undefined && today && (
        <p className="num mt-auto pt-6 text-small text-white/85">{text.today(formatBaht(toMoney(today.Amount)))}</p>
      )}
      <Button
        size="large"
        isWide
        className={until === undefined && !today ? 'mt-auto' : 'mt-2'}
        isBusy={claiming.isBusy}
        onPointerDown={preloadOverlays}
        onClick={claiming.submit}
      >
        {text.claim}
      </Button>
    </Picture>
  );
}

/** The picture and the site's terms load before the amounts. */
export function CashbackCardSkeleton() {
  const { site, isKnown } = useSite();
  if (!isKnown) return <Skeleton className="h-80 rounded-sheet" />;
  return (
    <Picture image={site.cashBack.Image} terms={site.cashBack} amount={<Skeleton className="h-11 w-40 opacity-55" />}>
      <Skeleton className="mt-auto h-13 opacity-55" />
    </Picture>
  );
}

function Picture({
  image,
  terms: { Payout, minWithdraw },
  amount,
  children,
}: {
  readonly image: string;
  readonly terms: Pick<Cashback, 'Payout' | 'minWithdraw'>;
  readonly amount: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="cashback-card">
      {image === '' ? (
        <img
          src={cashbackPicture.src}
          srcSet={cashbackPicture.srcSet}
          sizes="240px"
          alt=""
          decoding="async"
          className="cashback-boat"
        />
      ) : (
        <img src={image} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
      )}
      <div className="relative flex min-h-80 flex-col px-4.5 pt-4.5 pb-4">
        <p className="text-small text-white/85">{text.balance}</p>
        {amount}
        <p className="num mt-2 self-start rounded-full bg-black/35 px-3 py-0.5 text-small">{text.payout(Payout)}</p>
        {children}
        <p className="num mt-2.5 text-center text-small text-balance text-white/85">
          {text.minimum(formatBaht(toMoney(minWithdraw)))}
          <br />
          {text.toGame}
        </p>
      </div>
    </section>
  );
}

/** The claimable amount expires with the first period that ends. */
function findFirstEnd({ cashbackWallet, periods }: Cashback): string | undefined {
  if (cashbackWallet <= 0) return undefined;
  const ends = periods.flatMap(({ claimedAt, expiresAt }) => (claimedAt === null && expiresAt ? [expiresAt] : []));
  return ends.filter((end) => Date.parse(end) > Date.now()).toSorted()[0];
}
