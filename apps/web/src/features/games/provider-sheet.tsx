// The sheet of provider filters of the lobby.

import { Check } from 'lucide-react';
import { useId } from 'react';

import type { GameProvider } from '@chaba/contract/site';

import { Sheet } from '#ui/dialog';
import { Switch } from '#ui/switch';

import { text } from './games.text.ts';

export type ProviderChoice = {
  readonly providers: readonly GameProvider[];
  /** Code of a provider; undefined for all. */
  readonly chosen: string;
  readonly isOnlyOpen: boolean;
  readonly onChoose: (ch: string) => void;
  readonly onOnlyOpen: (isOnlyOpen: boolean) => void;
};

export function ProviderSheet({
  isOpen,
  onClose,
  providers,
  chosen,
  isOnlyOpen,
  onChoose,
  onOnlyOpen,
}: ProviderChoice & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const labelId = useId();

  function choose(ch: string): void {
    onChoose(ch);
    onClose();
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.filterTitle}>
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
