// The landing page (/): hero picture, one next step, then the offer in figures. Everything below the hero comes from
// the configuration: a site without promotions shows none; one without games states it.

import { messageText } from '@chaba/contract/messages.text';

import { SiteFooter } from '#parts/site-footer';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { ButtonLink } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';

import { CategoryRail, countCategories } from './category-rail.tsx';
import { text } from './landing.text.ts';
import { PromotionRail } from './promotion-rail.tsx';
import { ProviderGrid } from './provider-grid.tsx';
import { Scene } from './scene.tsx';
import { TrustBlock } from './trust-block.tsx';

export function LandingPage() {
  const { site, isKnown, hasFailed, retry } = useSite();
  const [first, second] = text.headline;
  const categories = countCategories(site.ProductList).map(({ category }) => text.categories[category]);
  const lead = categories.length === 0 ? text.leadAlone : text.lead(categories);

  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <section className="hero">
        <Scene />
        <div className="relative px-5 text-center md:mx-4 md:w-[360px] md:px-0 md:text-left lg:ml-[max(32px,calc(50%-528px))] lg:w-[560px]">
          <h1 className="text-[2.0625rem] leading-[1.4] font-semibold text-white md:text-[2.25rem] lg:text-[3rem] lg:leading-[1.35] low:text-[1.75rem] tiny:text-[1.75rem]">
            {first}
            <br />
            {second}
          </h1>
          <p className="mt-1.5 text-base text-white/85 lg:text-lg">{lead}</p>
          <div className="mx-auto mt-4.5 pairs grid max-w-[360px] gap-2.5 md:mx-0 lg:mt-6 lg:max-w-[380px] low:mt-3">
            <ButtonLink to={paths.register}>{text.register}</ButtonLink>
            <ButtonLink to={paths.login} variant="scene">
              {text.login}
            </ButtonLink>
          </div>
        </div>
      </section>
      <div className="mx-auto flex w-full max-w-[1120px] flex-col gap-7 px-4 pt-2 pb-33 lg:px-8 lg:pt-6 lg:pb-12">
        <CategoryRail providers={site.ProductList} isLoading={!isKnown && !hasFailed} />
        <PromotionRail promotions={site.PromotionList} />
        <ProviderGrid providers={site.ProductList} />
        {isKnown && site.ProductList.length === 0 && <EmptyState title={text.noGames} help={text.noGamesHelp} />}
        {!isKnown && hasFailed && <ErrorState sentence={messageText.noConnection} onRetry={retry} />}
        <TrustBlock />
        <SiteFooter />
      </div>
    </main>
  );
}
