// Values of the wallet: rounds with their bets, wallet transactions and held wins; and functions of one round.
//
//     round   open ──▶ closed: its provider ended it, every bet has its result, and no free spin waits
//               └────▶ void: every bet was cancelled
//
// Always true: amounts are Money here. The store converts the texts of stored JSON in both directions
// (wallet.store.ts).
//
// Elsewhere: what providers send (commands.ts), the rules that change them (wallet-rules.ts), turnover of a round
// (contribution.ts).

import type { Money } from '@chaba/money';

import type { TransactionName } from '#core/transaction-names';
import type { StakedPosition } from '#modules/wallet-commands';

/**
 * Why less than the stake counts: a free round, a draw, opposite bets, a provider's validBet, or a table without
 * positions.
 */
export type NotCounted = 'FREE' | 'DRAW' | 'OPPOSITE' | 'PROVIDER' | 'TABLE';

/** A bet inside its round. */
export type Bet = {
  readonly txId: string;
  readonly stake: Money;
  readonly state: 'open' | 'settled' | 'void';
  readonly isFree?: true;
  /** The free bet is a gift of the provider: no earlier round granted it. */
  readonly isCampaign?: true;
  /** Turnover that the provider named when the bet was placed. */
  readonly validBet?: Money | undefined;
  /** Set on one bet of a round: the provider ended the round while a bet had no result yet. */
  readonly isRoundOver?: boolean | undefined;
  /** The win that settled the bet. A rollback of that win opens this bet again, and no other. */
  readonly by?: string | undefined;
  /** Upper bound of what the bets settled together count; on the first of them, where it is not its stake. */
  readonly counted?: Money | undefined;
  /** Why less than the stake counts. */
  readonly notCounted?: NotCounted | undefined;
  readonly positions?: readonly BetPosition[] | undefined;
  /** The newest open turnover requirement when the bet was placed, where it differs from the round's. */
  readonly line?: number;
  /** The newest open requirement then, where an exclusion was ending others: the bet counts for it too. */
  readonly besideNo?: number;
  /** The table round or market that decides the bet. */
  readonly table?: string;
  /** On the first bet of a round: the exposure that opposite bets of other rounds took, open at the same time. */
  readonly hedged?: Money | undefined;
};

export type BetPosition = StakedPosition & {
  /** The pushed part of the stake, known after settlement. */
  readonly pushed?: Money | undefined;
};

export type Round = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly roundId: string;
  readonly gameCode: string;
  /**
   * The newest open turnover requirement when the first bet or prize was recorded; 0: none. Free spins belong to it. A
   * free round without its granting round takes it over from the last paid round of the game.
   */
  readonly newestRequirementNo: number;
  state: 'open' | 'closed' | 'void';
  stake: Money;
  payout: Money;
  turnover: Money;
  bets: readonly Bet[];
  /** Waiting free spins of the round, as the provider stated them last; zero unless the round is open. */
  freeSpins: number;
  /** Wins of this round that changed after they were paid: their present payout, or 'void' after a rollback. */
  correctedWins: Readonly<Record<string, Money | 'void'>>;
  /** The round was settled when it was loaded: its new figures correct figures that other modules may have counted. */
  readonly wasSettled: boolean;
};

/** The last paid round of a game before a free round of its own: the round that granted it, as far as is known. */
export type GrantingRound = { readonly newestRequirementNo: number; readonly openedAt: Date };

/** An applied operation, unique per provider, player and txId. */
export type WalletTransaction = TransactionName & {
  readonly operation: 'bet' | 'win' | 'rollback' | 'tombstone' | 'adjust' | 'award' | 'tip';
  readonly refTxId: string | undefined;
  readonly roundId: string;
  readonly gameCode: string;
  readonly amount: Money;
  readonly before: Money;
  readonly after: Money;
  /** The time of the transfer; undefined in the batch that makes it. */
  readonly paidAt?: Date;
};

/** A win, a prize, or the amount that a correction adds to a win, above the provider's win cap. */
export type HeldWin = {
  readonly memberId: bigint;
  readonly provider: string;
  /** The transaction that was held. */
  readonly txId: string;
  /** The win that it is a part of; its own id unless a correction was held. */
  readonly winTxId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly isPrize: boolean;
  amount: Money;
  state: 'held' | 'cancelled';
};

/** Marks a round that its provider ended. A result that arrives afterwards still settles its open bet or free spin. */
export function markRoundEnded(round: Round): void {
  const marked = round.bets.find(({ state }) => state !== 'open') ?? round.bets[0];
  if (isRoundSettled(round)) round.state = 'closed';
  else round.bets = round.bets.map((bet) => (bet === marked ? { ...bet, isRoundOver: true } : bet));
}

/** Whether every bet has its result and no free spin is left. */
const isRoundSettled = ({ bets, freeSpins }: Round): boolean =>
  freeSpins === 0 && bets.every(({ state }) => state !== 'open');

/** Closes a round that its provider ended once every bet has its result and no free spin is left. */
export function closeRoundIfSettled(round: Round): void {
  const isOver = round.bets.some(({ isRoundOver }) => isRoundOver === true);
  if (isOver && isRoundSettled(round)) round.state = 'closed';
}

/** The payout of a win after every correction; undefined after its rollback. */
export function getCurrentPayout(round: Round, win: WalletTransaction): Money | undefined {
  const corrected = round.correctedWins[win.txId];
  if (corrected === undefined) return win.amount;
  return corrected === 'void' ? undefined : corrected;
}
