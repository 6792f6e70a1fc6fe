// /user/affiliate: referral income, referral link, friends and their commission.

import { useQuery } from '@tanstack/react-query';

import { FeatureClosed } from '#parts/feature-closed';
import { useIsHydrated } from '#lib/react/hydration';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useMember } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { ErrorState } from '#ui/error-state';
import { RuleCard } from '#ui/rule-card';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { AffiliateLists } from './affiliate-lists.tsx';
import { affiliateQuery } from './affiliate.queries.ts';
import { text } from './affiliate.text.ts';
import { IncomeCard, IncomeCardSkeleton } from './income-card.tsx';
import { InviteCard } from './invite-card.tsx';

const rules = [text.ruleDaily, text.ruleRelease, text.ruleCarry, text.ruleActive] as const;

export function AffiliatePage() {
  const { site, isKnown } = useSite();
  const member = useMember();
  const isHydrated = useIsHydrated();
  const isOff = isKnown && !site.Affiliate.useAffiliate;
  const { data: affiliate, error, refetch } = useQuery({ ...affiliateQuery, enabled: !isOff });

  if (isOff || isApiError(error, 'AFFILIATE_CLOSED')) {
    return <FeatureClosed title={text.closed} help={text.closedHelp} />;
  }
  if (!affiliate && error) return <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />;
  // The link is known before the income and keeps its place in the tree, so an open QR code and the focus survive the
  // response.
  return (
    <>
      <p className="text-label text-text-2">{text.lead}</p>
      {site.Affiliate.Image !== '' && (
        <img
          src={site.Affiliate.Image}
          alt=""
          decoding="async"
          className="aspect-3/1 w-full rounded-banner border border-hairline bg-surface-1 object-cover"
        />
      )}
      {affiliate ? <IncomeCard affiliate={affiliate} /> : <IncomeCardSkeleton />}
      {member && isHydrated ? (
        <InviteCard affiliateKey={member.affiliateKey} />
      ) : (
        <Skeleton className="h-43 rounded-card" />
      )}
      {affiliate ? (
        <>
          <AffiliateLists affiliate={affiliate} />
          <RuleCard title={text.rules} rules={rules} />
        </>
      ) : (
        <SkeletonGroup className="flex flex-col gap-6">
          <Skeleton className="h-13 rounded-tile" />
          <Skeleton className="h-80 rounded-card" />
        </SkeletonGroup>
      )}
    </>
  );
}
