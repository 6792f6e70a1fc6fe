// The slot titles of the studio's published list, with their exact returns.

import published from './studio-games.json' with { type: 'json' };

export type PublishedSlotGame = { readonly provider: string; readonly gameCode: string; readonly returned: number };

type PublishedProvider = {
  readonly ch: string;
  readonly games: readonly { readonly gameCode: string; readonly slot?: { readonly returned: number } }[];
};

const providers: readonly PublishedProvider[] = published;

export const publishedSlots: readonly PublishedSlotGame[] = providers.flatMap(({ ch, games }) =>
  games.flatMap(({ gameCode, slot }) => (slot ? [{ provider: ch, gameCode, returned: slot.returned }] : [])),
);
