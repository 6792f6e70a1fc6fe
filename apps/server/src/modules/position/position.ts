// The position of a member: all places where the member's money is at one moment, and what binds it.
//
//     playable ─▶ in play ─▶ wins held          parked: main, cashback, affiliate, residual
//         └─▶ leaving (withdrawal, payout)      owed: receivable        bound by: requirements, lock, break
//
// Always true: one statement reads the position, under the member's lane lock whenever it decides about money. Rules
// about withdrawals, bonuses, caps, debts, exclusion and payouts are pure functions of the position and the request; a
// rule that decides on the balance of one account is a defect. This module imports no other module, and every module
// may import it.
//
// Elsewhere: the view (packages/database/migrations/0015_position.sql), rules (withdrawals, bonuses, provider wallet).

import type { Queryable } from '@chaba/database';
import { add, max, min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { assert } from '#core/domain-error';

import * as store from './position.store.ts';
import type { RequirementSource } from './position.store.ts';

export { markReleased } from './position.store.ts';

/** An open turnover requirement and the money that it binds. */
export type PositionRequirement = {
  readonly requirementNo: number;
  readonly source: RequirementSource;
  readonly required: Money;
  readonly progress: Money;
  /** Maximum of the money under this requirement that may leave; undefined: no limit. */
  readonly cap: Money | undefined;
  /**
   * The member's money outside the cap: present before the requirement, or credited since as own money. A stake of it
   * that is open for more than a day is not in it. Below zero where money under the cap pays or paid a debt.
   */
  readonly own: Money;
  /** The bonus or code that created the requirement. */
  readonly bonus: Money;
  /** Withdrawals submitted to the bank under this requirement. */
  readonly sent: Money;
  /** A round that is open for more than a day was played under the requirement: what it returns is unknown. */
  readonly hasOldRound: boolean;
  /** Payouts under this requirement that came back and wait in the main wallet. */
  readonly returned: Money;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
};

/** Free spins that wait in an open round, under the requirement of their granting bet. */
type WaitingSpins = {
  readonly provider: string;
  readonly gameCode: string;
  readonly count: number;
  readonly requirementNo: number;
  /** Granted more than a day ago. */
  readonly isOld: boolean;
};

/** The member's open withdrawal. */
type Leaving = {
  readonly withdrawalId: bigint;
  readonly amount: Money;
  /** Amount above the withdraw cap that comes back if the payout does not leave: held, or removed at its submission. */
  readonly removed: Money;
  /**
   * requested, approved: the bank was certainly not called. sent: the bank accepted the payout. unknown: called without
   * a clear result.
   */
  readonly state: 'requested' | 'approved' | 'unknown' | 'sent';
  readonly requestedAt: Date;
};

export type Position = {
  readonly memberId: bigint;
  /** The game wallet. */
  readonly playable: Money;
  readonly inPlay: {
    /** Open stakes placed before every open bonus. */
    readonly own: Money;
    /** Open stakes placed under an open requirement with a cap or of a bonus. */
    readonly bonus: Money;
    /** Each of them, with the requirement it was placed under; `isOld`: its round is open for more than a day. */
    readonly stakes: readonly { readonly requirementNo: number; readonly amount: Money; readonly isOld: boolean }[];
    /** Rounds that may still pay, including those with waiting free spins. */
    readonly openRounds: number;
    /** The newest requirement of each of them that is open for more than a day; 0: none. */
    readonly oldRequirements: readonly number[];
    /** Waiting free spins of each round, oldest first. */
    readonly freeSpins: readonly WaitingSpins[];
  };
  readonly winsHeld: {
    /** Wins above a provider's win cap: on a separate account until an operator decides. */
    readonly held: Money;
    /** Wins without a recorded bet: not posted. */
    readonly orphan: Money;
    readonly orphanCount: number;
  };
  readonly leaving: Leaving | undefined;
  /** Payouts whose posted state the bank contradicts, and returned money that is frozen meanwhile. */
  readonly disputed: { readonly frozen: Money; readonly count: number };
  readonly parked: {
    /** Parked deposits and returned payouts. */
    readonly main: Money;
    /** The part of `main` from deposits. */
    readonly deposits: Money;
    readonly cashback: Money;
    readonly affiliate: Money;
    readonly residual: Money;
    readonly coins: bigint;
    readonly spins: bigint;
  };
  /** The member's debt; never negative. */
  readonly debt: Money;
  /** Open turnover requirements, oldest first. */
  readonly requirements: readonly PositionRequirement[];
  readonly isLocked: boolean;
  /** The member's play break; `until` is undefined for an indefinite one. */
  readonly playBreak: { readonly isExclusion: boolean; readonly until: Date | undefined } | undefined;
};

/** Loads the position of one member. Callers that decide about money lock the member's lane first. */
export async function loadPosition(database: Queryable, siteId: number, memberId: bigint): Promise<Position> {
  const position = (await loadPositions(database, siteId, [memberId])).get(memberId);
  assert(position, `member ${memberId} exists`);
  return position;
}

/** Loads the positions of several members in one statement. */
export async function loadPositions(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, Position>> {
  const rows = await store.positions(database, siteId, memberIds);
  return new Map(rows.map((row) => [row.member_id, toPosition(row)]));
}

/**
 * All money that the member can still play or withdraw, debts included. Below five baht the open requirements are
 * forfeited.
 */
export function computeWorth(position: Position): Money {
  const { playable, inPlay, winsHeld, leaving, disputed, parked } = position;
  const held = add(winsHeld.held, winsHeld.orphan);
  const out = leaving ? add(leaving.amount, leaving.removed) : zeroMoney;
  return add(playable, inPlay.own, inPlay.bonus, held, out, disputed.frozen, parked.main);
}

/**
 * Playable money after every open bet has returned its stake, without parked and leaving money, less debts. Own money
 * of a requirement is measured against it.
 */
export function computePlayFunds({ playable, inPlay, winsHeld, debt }: Position): Money {
  return subtract(add(playable, inPlay.own, inPlay.bonus, winsHeld.held), debt);
}

/**
 * Money of an open withdrawal that no requirement counts as sent: the part above the cap, and the amount until the bank
 * is called.
 */
export function computeUnsent({ leaving }: Pick<Position, 'leaving'>): Money {
  if (!leaving) return zeroMoney;
  const isSent = leaving.state === 'sent' || leaving.state === 'unknown';
  return isSent ? leaving.removed : add(leaving.amount, leaving.removed);
}

/** The stakes that were placed before the requirement: they are in its own money until their result. */
export function sumStakesBefore(requirementNo: number, stakes: Position['inPlay']['stakes']): Money {
  return add(zeroMoney, ...stakes.filter((each) => each.requirementNo < requirementNo).map(({ amount }) => amount));
}

/** Whether the outcome of play is unknown: a round may still pay, or a win is held or orphaned. */
export function isUnsettled({ inPlay, winsHeld }: Position): boolean {
  return inPlay.openRounds > 0 || winsHeld.held > 0n || winsHeld.orphanCount > 0;
}

/**
 * Whether play under this requirement is unsettled. After a day an open round binds only the money that it was played
 * with: its requirement and older ones.
 */
export function isRequirementUnsettled(position: Position, requirementNo: number): boolean {
  const { inPlay, winsHeld } = position;
  if (hasYoungRound(position) || winsHeld.held > 0n || winsHeld.orphanCount > 0) return true;
  return inPlay.oldRequirements.some((line) => line >= requirementNo);
}

/** Whether a round of the last day may still pay. */
export function hasYoungRound({ inPlay }: Pick<Position, 'inPlay'>): boolean {
  return inPlay.openRounds > inPlay.oldRequirements.length;
}

/** Waiting free spins that bind money of this requirement: all of the last day, older ones of its own play. */
export function listBindingSpins({ inPlay }: Pick<Position, 'inPlay'>, requirementNo: number): readonly WaitingSpins[] {
  return inPlay.freeSpins.filter((spins) => !spins.isOld || spins.requirementNo >= requirementNo);
}

/**
 * Maximum that may leave under the caps of the open requirements: the smallest of cap plus own money less earlier
 * payouts, also those that came back and wait in the main wallet; only own money while an old round of the requirement
 * is open. Undefined: no open requirement has a cap.
 */
export function computeWithdrawCap(position: Pick<Position, 'requirements'>): Money | undefined {
  const rest = computeCapRest(position);
  return rest === undefined ? undefined : max(zeroMoney, rest);
}

/** The limit after returned payouts left the main wallet, and their part that counts under it now. */
export function computeRestoredLimit({ requirements }: Pick<Position, 'requirements'>): {
  readonly limit: Money | undefined;
  readonly returned: Money;
} {
  const limit = computeWithdrawCap({ requirements: requirements.map((line) => ({ ...line, returned: zeroMoney })) });
  return {
    limit,
    returned: limit === undefined ? zeroMoney : subtract(limit, computeWithdrawCap({ requirements }) ?? limit),
  };
}

/**
 * The rest of the caps; below zero where more left, waits in the main wallet and repaid debts than they allow now. Own
 * money below zero is a debt that money under the cap pays, so it uses the cap as a payout does.
 */
export function computeCapRest(position: Pick<Position, 'requirements'>): Money | undefined {
  const rests = listCapRests(position).map(({ rest }) => rest);
  return rests.length === 0 ? undefined : rests.reduce((least, rest) => min(least, rest));
}

/** The rest of each cap, oldest first. */
export function listCapRests({
  requirements,
}: Pick<Position, 'requirements'>): { readonly requirementNo: number; readonly rest: Money }[] {
  return requirements.flatMap(({ requirementNo, cap, own, sent, returned, hasOldRound }) =>
    cap === undefined
      ? []
      : [{ requirementNo, rest: subtract(hasOldRound ? own : add(cap, own), add(sent, returned)) }],
  );
}

/** Whether a payout under the requirement has no final result: it is not sent, not answered, or disputed. */
export function hasOpenPayout(
  { leaving, disputed }: Position,
  { createdAt }: Pick<PositionRequirement, 'createdAt'>,
): boolean {
  return disputed.count > 0 || (leaving !== undefined && leaving.requestedAt > createdAt);
}

/** Turnover that the open requirements still need. */
export function computeRemainingTurnover({ requirements }: Pick<Position, 'requirements'>): Money {
  return add(zeroMoney, ...requirements.map(({ required, progress }) => subtract(required, progress)));
}

function toPosition(row: store.PositionRow): Position {
  const { play_break_until: until } = row;
  const stakes = row.open_stakes.flat().map((stake) => ({ ...stake, amount: toMoney(stake.amount) }));
  // While a younger round may still pay nothing leaves under a cap.
  const oldStakes = row.open_rounds > row.old_requirements.length ? [] : stakes.filter(({ isOld }) => isOld);
  return {
    memberId: row.member_id,
    playable: row.game_e4,
    inPlay: {
      own: row.own_stake_e4,
      bonus: row.bonus_stake_e4,
      stakes,
      openRounds: row.open_rounds,
      oldRequirements: row.old_requirements,
      freeSpins: row.free_spins,
    },
    winsHeld: { held: row.wins_held_e4, orphan: row.orphan_wins_e4, orphanCount: row.orphan_wins },
    leaving: toLeaving(row),
    disputed: { frozen: row.disputed_e4, count: row.disputes },
    parked: {
      main: row.main_e4,
      deposits: min(row.main_e4, row.parked_deposits_e4 ?? zeroMoney),
      cashback: row.cashback_e4,
      affiliate: row.affiliate_e4,
      residual: row.residual_e4,
      coins: row.coins,
      spins: row.spins,
    },
    debt: row.debt_e4,
    requirements: row.requirements.map((line) => ({
      requirementNo: line.requirementNo,
      source: line.source,
      required: toMoney(line.required),
      progress: toMoney(line.progress),
      cap: line.cap === null ? undefined : toMoney(line.cap),
      own: subtract(toMoney(line.own), sumStakesBefore(line.requirementNo, oldStakes)),
      bonus: toMoney(line.bonus),
      sent: toMoney(line.sent),
      hasOldRound: row.old_requirements.some((requirementNo) => requirementNo >= line.requirementNo),
      returned: toReturned(row, line.requirementNo),
      createdAt: new Date(line.createdAt),
      expiresAt: line.expiresAt === null ? undefined : new Date(line.expiresAt),
    })),
    isLocked: row.is_locked,
    playBreak:
      until === null
        ? undefined
        : { isExclusion: row.is_self_excluded === true, until: until instanceof Date ? until : undefined },
  };
}

function toLeaving(row: store.PositionRow): Leaving | undefined {
  if (row.withdrawal_id === null || row.leaving_e4 === null || row.requested_at === null) return undefined;
  return {
    withdrawalId: row.withdrawal_id,
    amount: row.leaving_e4,
    removed: row.submitted_removal_e4 ?? row.removed_e4 ?? zeroMoney,
    state: toLeavingState(row),
    requestedAt: row.requested_at,
  };
}

function toLeavingState({ withdrawal_state: state, payout_state: payout }: store.PositionRow): Leaving['state'] {
  if (state === 'requested') return 'requested';
  if (payout === 'accepted') return 'sent';
  return payout === 'submitted' || payout === 'unknown' ? 'unknown' : 'approved';
}

/**
 * Returned payouts that contain the requirement, at most the main wallet without its deposits: rows of an older version
 * do not show that their money was released.
 */
function toReturned(
  { returned, main_e4: main, parked_deposits_e4: deposits }: store.PositionRow,
  requirementNo: number,
): Money {
  const under = (returned ?? []).filter((payout) => payout.requirementNo >= requirementNo);
  const waiting = max(zeroMoney, subtract(main, deposits ?? zeroMoney));
  return min(waiting, add(zeroMoney, ...under.map(({ amount }) => toMoney(amount))));
}

const toMoney = (text: string): Money => money(BigInt(text));
