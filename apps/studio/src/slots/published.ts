// The certified figures of a slot title as the server reads them.
//
// Elsewhere: the list of all games (scripts/published-games.ts), the server's copy (apps/server, modules/site).

import { readCertificate } from './certificate.ts';
import { decimals } from './fraction.ts';
import { mechanicOf } from './title.ts';
import { slotTitles } from './titles/titles.ts';

export type PublishedSlot = {
  readonly mechanic: string;
  readonly since: string;
  /** The exact return as a share of the stake. */
  readonly returned: number;
  readonly volatility: number;
  readonly payingPercent: string;
  /** Largest payout of the simulation, in stakes. */
  readonly largest: number;
};

export function publishedSlot(gameCode: string): PublishedSlot {
  const title = slotTitles.find((known) => known.gameCode === gameCode);
  if (!title) throw new Error(`expected the code of a slot title, got ${gameCode}`);
  const { volatility, exact, simulated } = readCertificate(gameCode);
  return {
    mechanic: mechanicOf(title),
    since: title.since,
    returned: Number(decimals(Number(exact.percent) / 100, 6)),
    volatility,
    payingPercent: simulated.payingPercent,
    largest: simulated.largest,
  };
}
