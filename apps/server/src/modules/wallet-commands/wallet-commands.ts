// Wallet commands: requests of a provider as domain values, and the outcome of each.
//
// Always true: a command is immutable. What depends on the moment of its batch (locks, ended sessions, limits) is part
// of the state, never of the command.
//
// Elsewhere: rules (wallet-rules.ts), rounds and bets (rounds.ts), the contract's bodies
// (packages/contract/src/seamless.ts).

import type { Money } from '@chaba/money';

import type { SiteCatalogue } from '#core/catalogue';
import type { SessionErrorCode } from '#modules/game-sessions';

/** A stake on one outcome of a game. */
export type StakedPosition = { readonly type: string; readonly stake: Money };
export type ResultPosition = StakedPosition & { readonly pushed: Money };

export type BetWinItem = {
  readonly operation: 'bet' | 'win';
  readonly txId: string;
  readonly refTxId: string | undefined;
  readonly amount: Money;
  readonly validBet: Money | undefined;
  readonly positions: readonly ResultPosition[];
  readonly isFree: boolean;
  /** Of a bet: the table round or market that decides it, where its provider names one. */
  readonly tableRound?: string | undefined;
};

type Common = {
  readonly provider: string;
  readonly memberId: bigint;
  /** The site's games. */
  readonly catalogue: SiteCatalogue;
  /** Why a new stake is rejected whatever the balance; undefined when the session is valid. */
  readonly stakeError: SessionErrorCode | undefined;
  /** When the session of a stake began, in milliseconds: a stake of an ended session is rejected. */
  readonly sessionStartedAt?: number | undefined;
  /** A win or prize above this amount is held for an operator; undefined: no cap. */
  readonly winCap?: Money | undefined;
};

type Single = Common & {
  readonly txId: string;
  readonly amount: Money;
  /** Empty where the request names none. */
  readonly roundId: string;
  readonly gameCode: string;
};

export type BetWin = Common & {
  readonly operation: 'play';
  readonly roundId: string;
  readonly gameCode: string;
  /**
   * Live tables and markets: a payout equal to the stake is a push, and a bet without positions may cover both sides.
   */
  readonly isTable: boolean;
  readonly parts: readonly BetWinItem[];
  readonly isRoundClosed: boolean;
  /** Free spins of the round that wait after this command; undefined: as before, none after the end of the round. */
  readonly freeSpins?: number | undefined;
  /** The bets belong to a campaign, so no paid round granted them. */
  readonly isCampaign?: boolean | undefined;
  /** Free rounds of this provider pay without a bet. */
  readonly isFreeWithoutBet?: boolean | undefined;
};

export type Rollback = Common & {
  readonly operation: 'rollback';
  readonly txId: string;
  readonly refTxId: string;
  /** The amount that the provider cancels, where it names one: the whole amount, else a conflict. */
  readonly amount?: Money | undefined;
  readonly roundId: string;
  readonly gameCode: string;
};

export type Adjust = Single & { readonly operation: 'adjust'; readonly refTxId: string };
export type AwardTip = Single & { readonly operation: 'award' | 'tip' };
export type EndRound = Common & {
  readonly operation: 'endRound';
  readonly roundId: string;
  readonly gameCode: string;
  /** Free spins that wait nevertheless; undefined: none. */
  readonly freeSpins?: number | undefined;
};

export type WalletCommand = BetWin | Rollback | Adjust | AwardTip | EndRound;

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
  /** A rollback of an unknown bet. */
  readonly isOfUnknown?: true;
  /** A correction was larger than the balance. */
  readonly isOwing?: true;
  /** A payout was above the provider's win cap. */
  readonly isHeld?: true;
};

/** Prefix of the id of a rollback that an operator decided. */
export const OPERATOR_VOID_PREFIX = 'operator-void:';
/** Prefix of the id of a win that an operator paid for waiting free spins; the provider has no such win. */
export const OPERATOR_SPINS_PREFIX = 'operator-spins:';
