// What a result brings to own money beside a bonus or code (bonuses/own-money.ts). Pure.
//
// Own money of a line contains the stakes that were open when it began. So a bet from before the line adds payout − stake when it is
// settled, and the opposite when its result is taken back; a bet from under the line adds nothing. Bets that are settled together share by
// their stakes, rounded down. A payout that settles no bet belongs to the whole round, of a round without a stake to the line it began under.
//
// Elsewhere: results as they happen (wallet-state.ts), held wins that an operator refuses (reconciliation/held-wins.ts).

import { type Money, money } from '@chaba/money';

import type { Bet, Round } from './commands.ts';

export type ResultChange = {
  /** What the result paid before and pays now. */
  readonly from: Money;
  readonly to: Money;
  /** Of the bets: settled now (1), open again (-1), or as they were (0). */
  readonly settles: 1n | 0n | -1n;
};

export function computeOwnChange(
  round: Pick<Round, 'bets' | 'lineNo'>,
  bets: readonly Bet[],
  { lineNo, from, to, settles }: ResultChange & { readonly lineNo: number },
): Money {
  const sharing = bets.length > 0 ? bets : round.bets;
  const before = sharing.filter((bet) => (bet.line ?? round.lineNo) < lineNo);
  const [own, all] = [stakesOf(before), stakesOf(sharing)];
  const isOwn = sharing.length === 0 ? round.lineNo < lineNo : before.length === sharing.length;
  const share = (amount: Money): bigint => {
    if (all === 0n) return isOwn ? amount : 0n;
    return (amount * own) / all;
  };
  return money(share(to) - share(from) - (bets.length > 0 ? settles * own : 0n));
}

const stakesOf = (bets: readonly Bet[]): bigint => bets.reduce((sum, { stake }) => sum + BigInt(stake), 0n);
