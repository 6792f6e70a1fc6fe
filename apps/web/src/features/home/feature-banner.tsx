// The first of the house's own games: the one large flower of the page. A glass button, because the filled button marks
// the next step.
//
// Elsewhere: the game (featured-game.json, by `npm run tool -- games publish`).

import { Play } from 'lucide-react';

import type { SiteConfiguration } from '@chaba/contract/site';

import { featurePicture } from '#art/gallery';
import { paths } from '#lib/paths';
import { styled } from '#lib/react/styled';
import { ButtonLink } from '#ui/button';

import featured from './featured-game.json' with { type: 'json' };
import { text } from './home.text.ts';

/** False for a site without the house's own games; the banner is then hidden. */
export const isFeatured = ({ ProductList }: SiteConfiguration): boolean =>
  ProductList.some(({ ch, isOpen }) => ch === featured.ch && isOpen);

export function FeatureBanner() {
  return (
    <section
      aria-label={text.featured}
      ref={styled({ backgroundColor: featurePicture.colour })}
      className="art-frame relative min-h-45 overflow-hidden rounded-banner lg:min-h-0 lg:flex-1"
    >
      <img
        src={featurePicture.src}
        alt=""
        fetchPriority="high"
        decoding="sync"
        className="absolute inset-0 size-full object-cover object-right"
      />
      <div className="relative flex h-full flex-col items-start justify-end p-4.5 text-white">
        <span className="mb-2 hidden rounded-full bg-black/55 px-2.5 py-0.5 text-micro font-medium lg:block">
          {text.featured}
        </span>
        <h2 className="text-title-2 lg:text-[1.75rem] lg:leading-[1.4] lg:font-semibold">{featured.name}</h2>
        <p className="text-label text-white/88">
          {text.featureDetail.map((line) => (
            <span key={line} className="block lg:inline">
              {line}{' '}
            </span>
          ))}
        </p>
        <ButtonLink
          to={paths.member.playing(featured.ch, featured.gameCode)}
          variant="glass"
          size="small"
          className="mt-3"
          icon={<Play aria-hidden="true" size={18} fill="currentColor" />}
        >
          {text.play}
        </ButtonLink>
      </div>
    </section>
  );
}
