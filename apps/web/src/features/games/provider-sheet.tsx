// The sheet of filters of the lobby: kind of play, volatility, provider, open ones only.

import { Check } from 'lucide-react';
import { useId } from 'react';

import { gameMechanics } from '@chaba/contract/codes';

import { mechanicText, volatilityWords } from '#parts/game-sheet.text';
import { Chip, ChipRow } from '#ui/chip';
import { Sheet } from '#ui/dialog';
import { Switch } from '#ui/switch';

import type { Catalogue } from './games.queries.ts';
import { filterText, text } from './games.text.ts';
import { type LobbyAddress, volatilities } from './lobby-address.ts';

export type Narrowing = { readonly catalogue: Catalogue; readonly address: LobbyAddress };

export function ProviderSheet({
  isOpen,
  onClose,
  catalogue: { providers, games },
  address,
}: Narrowing & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const labelId = useId();
  const mechanics = gameMechanics.filter((value) => games.some(({ mechanic }) => mechanic === value));
  const classes = volatilities.filter((value) => games.some(({ volatility }) => volatility === value));

  function choose(ch: string): void {
    address.showProvider(ch);
    onClose();
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={filterText.filterTitle}>
      <div className="flex min-h-14 items-center justify-between gap-4 border-b border-hairline">
        <span id={labelId} className="text-base">
          {filterText.onlyOpen}
        </span>
        <Switch labelledBy={labelId} isOn={address.isOnlyOpen} onChange={address.showOnlyOpen} />
      </div>
      {mechanics.length > 1 && (
        <Options
          title={filterText.mechanics}
          any={filterText.anyMechanic}
          options={mechanics.map((value) => [value, mechanicText[value]] as const)}
          chosen={address.mechanic}
          onChoose={address.showMechanic}
        />
      )}
      {classes.length > 1 && (
        <Options
          title={filterText.volatilities}
          any={filterText.anyVolatility}
          options={classes.map((value) => [value, volatilityWords[value - 1] ?? ''] as const)}
          chosen={address.volatility}
          onChoose={address.showVolatility}
        />
      )}
      <ul aria-label={filterText.filterTitle} className="divide-y divide-hairline">
        <Choice name={text.everyProvider} isChosen={address.ch === ''} onChoose={() => choose('')} />
        {providers
          .filter((provider) => provider.isOpen)
          .map(({ ch, name: providerName }) => (
            <Choice key={ch} name={providerName} isChosen={address.ch === ch} onChoose={() => choose(ch)} />
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
