// The head of a provider's page: picture, name, number of games, and why it is closed.

import { getCataloguePicture } from '#art/gallery';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Picture } from '#ui/picture';

import { text } from './games.text.ts';
import type { LobbyEntry } from './lobby-entries.ts';

export function ProviderHead({ entry, onAll }: { readonly entry: LobbyEntry; readonly onAll: () => void }) {
  const { name, img, code, category, gameCount = 0, isOpen, closedBy = 'operator', closedReason } = entry;
  return (
    <section aria-label={name} className="mb-4 flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Picture
          picture={getCataloguePicture(img, code, category)}
          sizes="80px"
          isEager
          className="size-20 flex-none rounded-tile"
        />
        <div className="min-w-0 flex-1">
          <h2 className="text-title-2">{name}</h2>
          <p className="text-small text-text-2">{text.gameCount(text.category[category], gameCount)}</p>
        </div>
        <Button variant="quiet" size="small" onClick={onAll}>
          {text.everyProvider}
        </Button>
      </div>
      {!isOpen && (
        <Callout tone="warning">
          <strong className="block font-semibold">{text.closedBy[closedBy]}</strong>
          {closedReason ?? text.maintenance}
        </Callout>
      )}
    </section>
  );
}
