// Unfinished rounds, each with its stake or its waiting free spins, and a link into the game.

import { Hourglass } from 'lucide-react';

import { toMoney } from '#lib/wallet/balance';
import { type OpenRound, useOpenRounds } from '#lib/games/open-rounds';
import { paths } from '#lib/paths';
import { Money } from '#ui/money';

import { openRoundsText } from './parts.text.ts';
import { Link } from '#ui/link';

const SHOWN_MAX = 3;

export function OpenRoundsNotice({ rounds }: { readonly rounds: readonly OpenRound[] }) {
  if (rounds.length === 0) return null;
  const waiting = rounds.reduce((sum, { freeSpins = 0 }) => sum + freeSpins, 0);
  const isOfSpins = rounds.every(({ freeSpins = 0 }) => freeSpins > 0);
  return (
    <section aria-label={openRoundsText.openRounds} className="rounded-card border border-info/40 bg-info/8 px-4 py-3">
      <h2 className="flex items-center gap-2 text-label font-semibold">
        <Hourglass aria-hidden="true" size={18} strokeWidth={1.75} className="text-info" />
        {isOfSpins ? openRoundsText.freeSpins(waiting) : openRoundsText.openRoundsCount(rounds.length)}
      </h2>
      <ul className="mt-1">
        {rounds.slice(0, SHOWN_MAX).map(({ roundId, ch, gameCode, gameName, Amount, freeSpins = 0 }) => (
          <li key={`${ch} ${roundId}`} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-[4rem] flex-1">
              <span className="block text-base">{gameName}</span>
              <span className="block text-micro text-text-2">
                {freeSpins > 0 ? (
                  openRoundsText.spins(freeSpins)
                ) : (
                  <>
                    {openRoundsText.stake} <Money value={toMoney(Amount)} /> {openRoundsText.baht}
                  </>
                )}
              </span>
            </span>
            <Link
              to={paths.member.playing(ch, gameCode)}
              className="press flex min-h-11 flex-none items-center px-1 text-label font-semibold text-accent"
            >
              {freeSpins > 0 ? openRoundsText.playSpins : openRoundsText.playOn}
              <span className="sr-only"> {gameName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The rounds whose free spins wait. */
export function FreeSpinsNotice() {
  const rounds = useOpenRounds();
  return <OpenRoundsNotice rounds={rounds.filter(({ freeSpins = 0 }) => freeSpins > 0)} />;
}
