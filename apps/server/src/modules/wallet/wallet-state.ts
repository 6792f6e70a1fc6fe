// The state that one batch of wallet commands is applied to: its types and creation.
//
// Elsewhere: the rules that read and change it (wallet-rules.ts), loading and writing (batcher.ts, wallet.store.ts).

import type { LedgerBatch } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import type { Removal } from '#modules/removals';
import type { TurnoverRequirement } from '#modules/turnover';
import type { PlayLimit } from '#modules/limits';
import type { GrantingRound, HeldWin, Round, WalletTransaction } from './rounds.ts';

export type WalletState = {
  readonly ledger: LedgerBatch;
  readonly transactions: Map<string, WalletTransaction>;
  readonly rounds: Map<string, Round>;
  readonly roundsByMember: Map<bigint, Round[]>;
  /** Open turnover requirements by member, oldest first. */
  readonly requirements: Map<bigint, TurnoverRequirement[]>;
  /** Held wins that the commands reverse or correct, and new ones. */
  readonly heldWins: Map<string, HeldWin>;
  /** Removals of ended bonuses and caps, of members whose results the commands correct. */
  readonly removals: Map<bigint, Removal[]>;
  /** Limits of members who limit their play, with their losses before the batch. */
  readonly limits: ReadonlyMap<bigint, readonly PlayLimit[]>;
  /** Members who may not stake, and the time until which sessions of a member were ended. */
  readonly lockedMembers: ReadonlySet<bigint>;
  readonly sessionsEndedAt: ReadonlyMap<bigint, Date>;
  /** Free rounds of their own, by key, with the paid rounds that granted them. */
  readonly granting: ReadonlyMap<string, GrantingRound>;
  /** Shares that removals took of the result which the command changes; negative: returned. */
  readonly shares: { readonly madeBy: readonly number[]; readonly share: Money }[];
  readonly changes: WalletChanges;
};

/** Changes of a batch, to be written. */
export type WalletChanges = {
  readonly transactions: WalletTransaction[];
  readonly rounds: Set<Round>;
  readonly heldWins: Set<HeldWin>;
  /** Members whose requirements changed. */
  readonly requirements: Set<bigint>;
  /** Members whose removals changed. */
  readonly removals: Set<bigint>;
  /** Additions to the losses of members who limit their play; below zero: less. */
  readonly losses: Map<bigint, Money>;
  /** Members with a time limit who staked. */
  readonly timed: Set<bigint>;
  /** Members whose money, turnover or rounds changed. */
  readonly members: Set<bigint>;
};

/** Conditions of an applied command that the log reports. */
export type Alarms = { readonly isOwing?: true; readonly isHeld?: true };

type Loaded = Pick<WalletState, 'ledger' | 'transactions' | 'rounds' | 'requirements'> &
  Partial<Pick<WalletState, 'heldWins' | 'removals' | 'limits' | 'lockedMembers' | 'sessionsEndedAt' | 'granting'>>;

export function createWalletState(loaded: Loaded): WalletState {
  return {
    heldWins: new Map(),
    removals: new Map(),
    limits: new Map(),
    lockedMembers: new Set(),
    sessionsEndedAt: new Map(),
    granting: new Map(),
    shares: [],
    ...loaded,
    roundsByMember: Map.groupBy(loaded.rounds.values(), ({ memberId }) => memberId),
    changes: {
      transactions: [],
      rounds: new Set(),
      heldWins: new Set(),
      requirements: new Set(),
      removals: new Set(),
      losses: new Map(),
      timed: new Set(),
      members: new Set(),
    },
  };
}
