// The words of the wallet's rule: calls as they are decided, rounds with their bets, and what was carried out.
//
// Always true: a round is over when its provider said so and every bet has its result.
//
// Elsewhere: the rule (wallet-rules.ts), how rows are read and written (wallet.store.ts).

import type { Money } from '@chaba/money';

import type { CatalogueName } from '#site/catalogue';
import type { NotCounted, Position } from './contribution.ts';

export type BetWinItem = {
  readonly operation: 'bet' | 'win';
  readonly txId: string;
  readonly refTxId: string | undefined;
  readonly amount: Money;
  readonly validBet: Money | undefined;
  readonly positions: readonly Position[];
  readonly isFree: boolean;
  /** Of a bet: the table round or market that decides it, where its provider names one. */
  readonly tableRound?: string | undefined;
};

type Common = {
  readonly provider: string;
  readonly memberId: bigint;
  /** Where the brand's games stand: what kind a game is. */
  readonly catalogue: CatalogueName;
  /** Why a new stake must be refused whatever the money says; undefined when the seat is good. */
  stakeError: SessionErrorCode | undefined;
  /** When the seat was taken that a stake comes from, in milliseconds; a member's seats may have been ended since. */
  readonly seatTakenAt?: number | undefined;
  /** What a win or a prize pays above this is held for a person to look at. */
  readonly winCap?: Money | undefined;
};

export type SessionErrorCode = 'INVALID_TOKEN' | 'TOKEN_EXPIRED' | 'PLAYER_LOCKED';

type Single = Common & {
  readonly txId: string;
  readonly amount: Money;
  /** Empty where the call names none. */
  readonly roundId: string;
  readonly gameCode: string;
};

export type WalletCommand =
  | CorrectionCall
  | (Common & {
      readonly operation: 'play';
      readonly roundId: string;
      readonly gameCode: string;
      /** Live tables and markets: a stake that just comes back was pushed, and a bet without positions may be on both sides. */
      readonly isTable: boolean;
      readonly parts: readonly BetWinItem[];
      readonly isRoundClosed: boolean;
      /** The provider's free rounds pay without a bet. */
      readonly isFreeWithoutBet?: boolean | undefined;
    })
  | (Common & {
      readonly operation: 'rollback';
      readonly txId: string;
      readonly refTxId: string;
      /** What the provider believes it takes back, where it says so: the whole, or it is another call. */
      readonly amount?: Money | undefined;
      readonly roundId: string;
      readonly gameCode: string;
    });

/** Money after the result, without a bet, or to a dealer; and the word that a round is over. */
export type CorrectionCall =
  | (Single & { readonly operation: 'adjust'; readonly refTxId: string })
  | (Single & { readonly operation: 'award' })
  | (Single & { readonly operation: 'tip' })
  | (Common & { readonly operation: 'endRound'; readonly roundId: string; readonly gameCode: string });

export type WalletOutcomeCode =
  | 'OK'
  | 'INSUFFICIENT_FUNDS'
  | 'BET_NOT_FOUND'
  | 'TX_CONFLICT'
  | 'TX_ROLLED_BACK'
  | 'BET_SETTLED'
  | 'GAME_EXCLUDED'
  | 'BONUS_MAX_BET'
  | 'LIMIT_REACHED'
  | SessionErrorCode;

export type WalletOutcome = {
  readonly code: WalletOutcomeCode;
  readonly txId: string;
  readonly before: Money;
  readonly after: Money;
  readonly isDuplicate: boolean;
  /** A rollback whose bet was never seen here. */
  readonly isOfUnknown?: true;
  /** It took more back than there was. */
  readonly isOwing?: true;
  /** It paid above the provider's cap: a person looks at it. */
  readonly isHeld?: true;
};

/** A bet inside its round. Amounts as texts of THB/4: this is how it is stored. */
export type Bet = {
  readonly txId: string;
  readonly stake: string;
  readonly state: 'open' | 'settled' | 'void';
  readonly isFree?: true;
  /** Turnover as the provider said when it was placed. */
  readonly validBet?: string | undefined;
  /** At one bet of a round: its provider said that it is over while a bet had no result yet. */
  readonly isRoundOver?: boolean | undefined;
  /** The win that settled it: taking that win back opens this bet again, and no other. */
  readonly by?: string | undefined;
  /** What of the bets that were settled together can count at most; at the first of them, where it is not simply its stake. */
  readonly counted?: string | undefined;
  /** Why less than the stake counts. */
  readonly notCounted?: NotCounted | undefined;
  readonly positions?: readonly BetPosition[];
  /** The newest open turnover line when it was placed, where that is another than the round's. */
  readonly line?: number;
  /** The table round or market that decides it. */
  readonly table?: string;
  /** At the first bet of a round: what opposite bets in other rounds that were open at the same time take of its exposure. */
  readonly hedged?: string | undefined;
};

export type BetPosition = {
  readonly type: string;
  readonly stake: string;
  /** What of it was pushed, known when it is settled. */
  readonly pushed?: string;
};

export type Round = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly roundId: string;
  readonly gameCode: string;
  /** The newest open turnover line when its first bet or prize was recorded; 0: none. */
  readonly lineNo: number;
  state: 'open' | 'closed' | 'void';
  stake: Money;
  payout: Money;
  turnover: Money;
  bets: readonly Bet[];
  /** Wins of this round that are not what they were: what each pays now as a text of THB/4, or that it was taken back. */
  correctedWins: Readonly<Record<string, string>>;
  /** It stood as settled when it was loaded: what changes its figures now is a correction of what others may have counted. */
  readonly wasSettled: boolean;
};

/** A call that was carried out. */
export type WalletTransaction = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly txId: string;
  readonly operation: 'bet' | 'win' | 'rollback' | 'tombstone' | 'adjust' | 'award' | 'tip';
  readonly refTxId: string | undefined;
  readonly roundId: string;
  readonly gameCode: string;
  readonly amount: Money;
  readonly before: Money;
  readonly after: Money;
  /** When it was booked; undefined: in this batch. */
  readonly paidAt?: Date;
};

/** A win or a prize, or what a correction adds to a win, that is booked and out of the member's reach. */
export type HeldWin = {
  readonly memberId: bigint;
  readonly provider: string;
  /** The call that was held. */
  readonly txId: string;
  /** The win that it is a part of; its own id unless a correction was held. */
  readonly winTxId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly isPrize: boolean;
  amount: Money;
  state: 'held' | 'cancelled';
};

/** Begins the id of a rollback that a person decided. */
export const OPERATOR_VOID_PREFIX = 'operator-void:';

export type CallName = { readonly provider: string; readonly memberId: bigint; readonly txId: string };
export type RoundName = { readonly provider: string; readonly memberId: bigint; readonly roundId: string };

export const toTransactionKey = (provider: string, memberId: bigint, txId: string): string =>
  `${provider}|${memberId}|${txId}`;
export const roundKey = (provider: string, memberId: bigint, roundId: string): string =>
  `${provider}|${memberId}|${roundId}`;

/** The provider says that the round is over. Its last word may overtake the win before it: what is open still gets its result. */
export function markRoundEnded(round: Round): void {
  const noted = round.bets.find(({ state }) => state !== 'open') ?? round.bets[0];
  if (round.bets.every(({ state }) => state !== 'open')) round.state = 'closed';
  else round.bets = round.bets.map((bet) => (bet === noted ? { ...bet, isRoundOver: true } : bet));
}

/** A round is over when its provider said so and every bet has its result. */
export function closeRoundIfSettled(round: Round): void {
  const isOver = round.bets.some(({ isRoundOver }) => isRoundOver === true);
  if (isOver && round.bets.every(({ state }) => state !== 'open')) round.state = 'closed';
}
