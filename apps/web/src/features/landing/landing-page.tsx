// The landing page (/): hero picture, one next step, then the offer in figures. Everything below the hero comes from
// the configuration: a site without promotions shows none; one without games states it.

import { Calculator, ScanQrCode, ShieldCheck, Timer } from 'lucide-react';

import { messageText } from '@chaba/contract/messages.text';
import type { PublishedPromotion } from '@chaba/contract/bonuses';

import { SiteFooter } from '#parts/site-footer';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { ButtonLink } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { PromotionCard } from '#parts/promotion-card';
import { CardRail } from '#ui/rail';
import { Section } from '#ui/section';
import { heroPictures } from '#art/gallery';

import { CategoryRail, countCategories } from './category-rail.tsx';
import { text } from './landing.text.ts';
import { ProviderGrid } from './provider-grid.tsx';

const icon = { 'aria-hidden': true, size: 26, strokeWidth: 1.6, className: 'text-brand-text' } as const;

const facts = [
  { ...text.trustFacts.slip, icon: <ScanQrCode {...icon} /> },
  { ...text.trustFacts.terms, icon: <Calculator {...icon} /> },
  { ...text.trustFacts.names, icon: <ShieldCheck {...icon} /> },
  { ...text.trustFacts.limits, icon: <Timer {...icon} /> },
] as const;

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

/** The site's promotions, each with its four figures. */
function PromotionRail({ promotions }: { readonly promotions: readonly PublishedPromotion[] }) {
  if (promotions.length === 0) return null;
  return (
    <Section title={text.promotions} moreTo={paths.promotion}>
      <CardRail label={text.promotions} columns={3}>
        {promotions.map((promotion, index) => (
          <li key={promotion._id} className="w-77 flex-none snap-start lg:w-auto">
            <PromotionCard promotion={promotion} index={index} className="h-full" />
          </li>
        ))}
      </CardRail>
    </Section>
  );
}

/** The night market behind the headline: a drawing, dark in both modes. It is part of the rendered HTML. */
function Scene() {
  return (
    <>
      <picture>
        <source media="(min-width: 640px)" srcSet={heroPictures.wide} />
        <img
          src={heroPictures.phone}
          alt=""
          fetchPriority="high"
          decoding="sync"
          className="absolute inset-0 size-full object-cover object-bottom"
        />
      </picture>
      <div aria-hidden="true" className="veil" />
    </>
  );
}

/** Four facts in one ruled block; no seals. */
function TrustBlock() {
  return (
    <section
      aria-label={text.trust}
      className="overflow-hidden rounded-banner border border-hairline bg-surface-1 shadow-card"
    >
      <ul className="-mt-px -ml-px pairs grid lg:grid-cols-4">
        {facts.map(({ title, detail, icon: picture }) => (
          <li key={title} className="border-t border-l border-hairline p-4">
            {picture}
            <p className="mt-3 text-label font-semibold">{title}</p>
            <p className="mt-0.5 text-small text-text-2">{detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
