// /promotion: the public list of promotions with their terms in figures.

import { messageText } from '@chaba/contract/messages.text';

import { SiteFooter } from '#parts/site-footer';
import { paths } from '#lib/paths';
import { useIsSignedIn } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { ButtonLink } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { PromotionCard } from '#parts/promotion-card';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';

import { text } from './promotions.text.ts';

const GRID = 'grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5';
const SKELETONS = 3;

export function PublicPromotionsPage() {
  const { site, isKnown, hasFailed, retry } = useSite();
  const isSignedIn = useIsSignedIn();

  return (
    <>
      <div>
        <h1 className="text-title-1">{text.title}</h1>
        <h2 className="text-base font-normal text-text-2">{text.lead}</h2>
      </div>
      {!isKnown && hasFailed && <ErrorState sentence={messageText.noConnection} onRetry={retry} />}
      {!isKnown && !hasFailed && (
        <SkeletonGroup className={GRID}>
          {listSkeletonKeys(SKELETONS).map((key) => (
            <Skeleton key={key} className="h-76 rounded-banner" />
          ))}
        </SkeletonGroup>
      )}
      {isKnown && site.PromotionList.length === 0 && <EmptyState title={text.empty} />}
      {site.PromotionList.length > 0 && (
        <>
          <ul className={GRID}>
            {site.PromotionList.map((promotion, index) => (
              <li key={promotion._id}>
                <PromotionCard promotion={promotion} index={index} className="h-full" />
              </li>
            ))}
          </ul>
          <div className="mx-auto w-full max-w-[360px]">
            <ButtonLink to={isSignedIn ? paths.member.deposit : paths.register} size="large" isWide>
              {isSignedIn ? text.deposit : text.register}
            </ButtonLink>
          </div>
        </>
      )}
      <SiteFooter />
    </>
  );
}
