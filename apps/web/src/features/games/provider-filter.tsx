// Narrows the lobby to one provider, a kind of play, a volatility, or to games that are open now.

import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { preloadOverlays } from '#ui/dialog';
import { lazyOnIdle } from '#ui/lazy-component';

import { text } from './games.text.ts';
import { isNarrowed } from './lobby-entries.ts';
import type { Narrowing } from './provider-sheet.tsx';

const ProviderSheet = lazyOnIdle(async () => (await import('./provider-sheet.tsx')).ProviderSheet);

export function ProviderFilter({ catalogue, address }: Narrowing) {
  const [isOpen, setOpen] = useState(false);
  const name = catalogue.providers.find(({ ch }) => ch === address.ch)?.name;

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        onPointerDown={preloadOverlays}
        aria-haspopup="dialog"
        aria-label={name === undefined ? text.filter : text.filterBy(name)}
        className={classNames(
          'press flex min-h-11 flex-none items-center gap-1.5 text-label font-medium whitespace-nowrap',
          isNarrowed(address) ? 'text-brand-text' : 'text-text-2',
        )}
      >
        <SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        <span className="max-w-36 truncate">{name ?? text.filter}</span>
      </button>
      <ProviderSheet
        isWanted={isOpen}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        catalogue={catalogue}
        address={address}
      />
    </>
  );
}
