// /user/promotion: promotion switch, running bonus, every promotion with its terms in baht for a typed deposit, and
// earlier bonuses.
//
// Always true: the server decides which promotion the next deposit gets; the sums on a card are computed from its
// terms.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { baht, formatBaht, type Money, parseTypedBaht } from '@chaba/money';
import { listPromotions } from '@chaba/contract/requests';

import { PromotionSwitch } from '#parts/promotion-switch';
import { toMoney } from '#lib/wallet/balance';
import { bonusQuery, quoteQuery } from '#lib/promotions/bonus';
import { classNames } from '@chaba/ui/class-names';
import { refetchFailedQueries } from '#lib/api/query-client';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Callout } from '@chaba/ui/callout';
import { Card } from '#ui/card';
import { Chip } from '#ui/chip';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { MoneyField } from '#ui/money-field';
import { PromotionCard } from '#parts/promotion-card';
import { Section } from '#ui/section';
import { listSkeletonKeys, Skeleton, SkeletonGroup } from '#ui/skeleton';
import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';

import { BonusHistory } from './bonus-history.tsx';
import { PromotionChoice } from './promotion-choice.tsx';
import { PromotionSum } from './promotion-sum.tsx';
import { text } from './promotions.text.ts';
import { RunningBonus } from './running-bonus.tsx';

const promotionsQuery = queryOptions({
  queryKey: queryKeys.promotions,
  queryFn: ({ signal }) => send(listPromotions, { signal }),
});

const EXAMPLES = [100, 300, 500, 1_000] as const;
const GRID = 'grid gap-4 @min-[672px]:grid-cols-2 @min-[880px]:grid-cols-3';
/** The page uses the full width; a modal has space for one column. */
const PAGE = 'wide-page @container flex flex-col gap-6';
const SKELETONS = 3;

export function MemberPromotionsPage() {
  const [typed, setTyped] = useState(String(EXAMPLES[2]));
  const deposit = parseTypedBaht(typed);
  const { data: bonuses, errorUpdateCount } = useQuery(bonusQuery);
  // Requested here, together with the bonus, so that components drawn later send no second request.
  const { data: promotions, error: listError } = useQuery(promotionsQuery);
  const isListMissing = !promotions && listError !== null;
  // Hides the part below the running bonus until its query completes. The history below retries a failed query; waiting
  // for that retry too would unmount the history and start a loop.
  if (!bonuses && errorUpdateCount === 0) return <Waiting />;

  return (
    <div className={PAGE}>
      <div className="grid grid-cols-1 items-start gap-6 @min-[672px]:grid-cols-2 @min-[672px]:gap-4">
        {bonuses?.current && <RunningBonus bonus={bonuses.current} />}
        <div
          className={classNames('flex flex-col gap-6 @min-[672px]:gap-4', !bonuses?.current && '@min-[672px]:contents')}
        >
          <PromotionSwitch />
          <Calculation typed={typed} onChange={setTyped} />
        </div>
      </div>
      {isListMissing ? (
        <ErrorState sentence={getErrorMessage(listError)} onRetry={refetchFailedQueries} />
      ) : (
        <PromotionList promotions={promotions} deposit={deposit !== undefined && deposit > 0n ? deposit : undefined} />
      )}
      <History isListMissing={isListMissing} />
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup className={PAGE}>
      <div className="grid grid-cols-1 gap-6 @min-[672px]:grid-cols-2 @min-[672px]:gap-4">
        <Skeleton className="h-20 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <KnownPromotions />
    </SkeletonGroup>
  );
}

/** The site's promotions load before the member's offers. */
function KnownPromotions() {
  const { site } = useSite();
  return (
    <Section title={text.list}>
      <div className={GRID}>
        {listSkeletonKeys(site.PromotionList.length || SKELETONS).map((key, index) => {
          const promotion = site.PromotionList[index];
          if (!promotion) return <Skeleton key={key} className="h-128 rounded-banner" />;
          return (
            <PromotionCard key={key} promotion={promotion} index={index}>
              <Skeleton className="mt-4 h-40" />
            </PromotionCard>
          );
        })}
      </div>
    </Section>
  );
}

function History({ isListMissing }: { readonly isListMissing: boolean }) {
  const { data: bonuses, error, refetch } = useQuery(bonusQuery);
  if (bonuses) return <BonusHistory bonuses={bonuses.history} />;
  // The failure is already reported above.
  if (isListMissing) return null;
  return error && <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />;
}

function Calculation({ typed, onChange }: { readonly typed: string; readonly onChange: (typed: string) => void }) {
  return (
    <Card className="flex flex-col gap-3">
      <MoneyField label={text.calculate} value={typed} onChange={onChange} />
      <div role="group" aria-label={text.amounts} className="fours grid gap-2">
        {EXAMPLES.map((amount) => (
          <Chip
            key={amount}
            isWide
            isOn={parseTypedBaht(typed) === baht(amount)}
            onClick={() => onChange(String(amount))}
          >
            <span className="num">{formatBaht(baht(amount)).replace(/\.00$/, '')}</span>
          </Chip>
        ))}
      </div>
    </Card>
  );
}

function PromotionList({
  promotions,
  deposit,
}: {
  readonly promotions: readonly PublishedPromotion[] | undefined;
  readonly deposit: Money | undefined;
}) {
  if (!promotions) {
    return (
      <SkeletonGroup>
        <KnownPromotions />
      </SkeletonGroup>
    );
  }
  if (promotions.length === 0) return <EmptyState title={text.empty} help={text.emptyHelp} />;
  return (
    <Section title={text.list}>
      {deposit !== undefined && <Obstacle deposit={deposit} />}
      <ul className={GRID}>
        {promotions.map((promotion, index) => (
          <li key={promotion._id}>
            <PromotionCard promotion={promotion} index={index} className="h-full">
              <PromotionSum promotion={promotion} deposit={deposit} />
              {deposit !== undefined && <Choice promotion={promotion} deposit={deposit} />}
            </PromotionCard>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The running bonus states that it excludes another one; a code with a cap is on no other part of the page. */
function Obstacle({ deposit }: { readonly deposit: Money }) {
  const { data: quote } = useQuery(quoteQuery(deposit));
  if (quote?.isParked !== true) return null;
  return (
    <div className="mb-3">
      <Callout tone="warning">
        <p>{text.parked}</p>
        {quote.isFirstDepositKept && <p>{text.firstKept}</p>}
      </Callout>
    </div>
  );
}

/** Only on hosts that report the promotion of a deposit. */
function Choice({ promotion, deposit }: { readonly promotion: PublishedPromotion; readonly deposit: Money }) {
  const { data: quote } = useQuery(quoteQuery(deposit));
  const { data: bonuses } = useQuery(bonusQuery);
  if (!quote || !bonuses || !quote.isBonus || quote.hasActiveBonus) return null;
  // The sum already states that more is needed.
  if (deposit < toMoney(promotion.minimumDeposit)) return null;
  return <PromotionChoice promotion={promotion} quote={quote} chosen={bonuses.bonusId} />;
}
