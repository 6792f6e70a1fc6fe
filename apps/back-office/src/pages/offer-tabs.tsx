// The pages of the offers: promotions, codes, terms of wheel, cashback and referral.

import { NavLink } from 'react-router';

import { useOfferWords } from '#text/offer-words';

export function OfferTabs({ site }: { readonly site: string }) {
  const text = useOfferWords();
  return (
    <nav aria-label={text.tabs} className="flex flex-wrap gap-1">
      {(['promotions', 'codes', 'terms'] as const).map((name) => (
        <NavLink
          key={name}
          end
          to={name === 'promotions' ? `/${site}/offers` : `/${site}/offers/${name}`}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-3 text-micro text-text-2 aria-[current=page]:border-accent aria-[current=page]:bg-surface-3 aria-[current=page]:text-text lg:min-h-8"
        >
          {text.tabNames[name]}
        </NavLink>
      ))}
    </nav>
  );
}
