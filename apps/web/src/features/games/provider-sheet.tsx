// The sheet of filters of the lobby: kind of play, volatility, provider, open ones only.

import { Check } from 'lucide-react';
import { useId } from 'react';

import type { GameProvider } from '@chaba/contract/site';

import { mechanicText, volatilityWords } from '#lib/games/play-kinds.text';
import { Chip, ChipRow } from '#ui/chip';
import { Sheet } from '#ui/dialog';
import { Switch } from '#ui/switch';

import { text } from './games.text.ts';
import type { PlayKind, VolatilityClass } from './lobby-entries.ts';
import { filterText } from './provider-sheet.text.ts';

export type ProviderChoice = {
  readonly providers: readonly GameProvider[];
  /** Code of a provider; undefined for all. */
  readonly chosen: string;
  readonly isOnlyOpen: boolean;
  /** Kinds of play and volatilities of the site's games. */
  readonly mechanics: readonly PlayKind[];
  readonly mechanic: PlayKind | undefined;
  readonly volatilities: readonly VolatilityClass[];
  readonly volatility: VolatilityClass | undefined;
  readonly onMechanic: (mechanic: PlayKind | undefined) => void;
  readonly onVolatility: (volatility: VolatilityClass | undefined) => void;
  readonly onChoose: (ch: string) => void;
  readonly onOnlyOpen: (isOnlyOpen: boolean) => void;
};

export function ProviderSheet({
  isOpen,
  onClose,
  providers,
  chosen,
  isOnlyOpen,
  mechanics,
  mechanic,
  volatilities,
  volatility,
  onMechanic,
  onVolatility,
  onChoose,
  onOnlyOpen,
}: ProviderChoice & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const labelId = useId();

  function choose(ch: string): void {
    onChoose(ch);
    onClose();
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={filterText.filterTitle}>
      <div className="flex min-h-14 items-center justify-between gap-4 border-b border-hairline">
        <span id={labelId} className="text-base">
          {filterText.onlyOpen}
        </span>
        <Switch labelledBy={labelId} isOn={isOnlyOpen} onChange={onOnlyOpen} />
      </div>
      {mechanics.length > 1 && (
        <Options
          title={filterText.mechanics}
          any={filterText.anyMechanic}
          options={mechanics.map((value) => [value, mechanicText[value]] as const)}
          chosen={mechanic}
          onChoose={onMechanic}
        />
      )}
      {volatilities.length > 1 && (
        <Options
          title={filterText.volatilities}
          any={filterText.anyVolatility}
          options={volatilities.map((value) => [value, volatilityWords[value - 1] ?? ''] as const)}
          chosen={volatility}
          onChoose={onVolatility}
        />
      )}
      <ul aria-label={filterText.filterTitle} className="divide-y divide-hairline">
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

function Options<Value extends string | number>({
  title,
  any,
  options,
  chosen,
  onChoose,
}: {
  readonly title: string;
  readonly any: string;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly chosen: Value | undefined;
  readonly onChoose: (value: Value | undefined) => void;
}) {
  return (
    <div className="border-b border-hairline py-3">
      <h3 className="mb-2 text-label font-medium">{title}</h3>
      <ChipRow label={title}>
        <Chip isOn={chosen === undefined} onClick={() => onChoose(undefined)}>
          {any}
        </Chip>
        {options.map(([value, name]) => (
          <Chip key={value} isOn={chosen === value} onClick={() => onChoose(value)}>
            {name}
          </Chip>
        ))}
      </ChipRow>
    </div>
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
