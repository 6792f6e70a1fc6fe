// Narrows the lobby to one provider, or to what can be played now.

import { Check, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';

import type { GameProvider } from '@chaba/contract/site';

import { classNames } from '#lib/class-names';
import { preloadOverlays, Sheet } from '#ui/dialog';
import { Switch } from '#ui/switch';

import { text } from './games.text.ts';

export function ProviderFilter({
  providers,
  chosen,
  isOnlyOpen,
  onChoose,
  onOnlyOpen,
}: {
  readonly providers: readonly GameProvider[];
  readonly chosen: string;
  readonly isOnlyOpen: boolean;
  readonly onChoose: (ch: string) => void;
  readonly onOnlyOpen: (isOnlyOpen: boolean) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  const isNarrowed = chosen !== '' || isOnlyOpen;
  const name = providers.find(({ ch }) => ch === chosen)?.name;

  function choose(ch: string): void {
    onChoose(ch);
    setOpen(false);
  }

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
          isNarrowed ? 'text-brand-text' : 'text-text-2',
        )}
      >
        <SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        <span className="max-w-28 truncate">{name ?? text.filter}</span>
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={text.filterTitle}>
        <div className="flex min-h-14 items-center justify-between gap-4 border-b border-hairline">
          <span id={labelId} className="text-base">
            {text.onlyOpen}
          </span>
          <Switch labelledBy={labelId} isOn={isOnlyOpen} onChange={onOnlyOpen} />
        </div>
        <ul aria-label={text.filterTitle} className="divide-y divide-hairline">
          <Choice name={text.everyProvider} isChosen={chosen === ''} onChoose={() => choose('')} />
          {providers
            .filter((provider) => provider.isOpen)
            .map(({ ch, name: providerName }) => (
              <Choice key={ch} name={providerName} isChosen={chosen === ch} onChoose={() => choose(ch)} />
            ))}
        </ul>
      </Sheet>
    </>
  );
}

function Choice({
  name,
  isChosen,
  onChoose,
}: {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="flex min-h-13 w-full items-center justify-between gap-3 text-left text-base"
      >
        {name}
        {isChosen && <Check aria-hidden="true" size={20} className="text-brand-text" />}
      </button>
    </li>
  );
}
