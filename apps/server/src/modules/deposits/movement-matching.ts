// The rules that pair a slip and a line of the feed as reports of one bank movement. Pure.
//
// A movement is one real transfer on a receiving account. A slip reports it with the time of the transfer, a reference
// and a sender that the bank verifies; a line of the bank's feed with the time of the booking and as much of the sender
// as the bank shows. All reports passed in are of one receiving account and one amount.
//
//     same reference         the same movement, whatever else they show (callers compare amount and account)
//     no common reference    compatible when the line is booked at most 10 minutes before and 8 hours after the
//                            transfer, and bank, digits of the account and name do not contradict each other; a
//                            line with a day and no time is booked at any time of that day
//     dated further apart    decided by an operator where both are of one member and neither has another report
//
// Always true: one slip and one line make a pair, and a pair is a guess only where no credit depends on it. A line that
// names a member is a transfer of its own only when the slips of that member cannot explain it; a slip is one only when
// the lines of its member cannot explain it. Earlier pairs change for that: a line moves on to another slip, and a line
// that names no member is displaced to another slip or to a movement of its own. A report that would contradict a
// credit is decided by an operator.
//
// Elsewhere: the member that a line names and equal lines (feed-matching.ts), locks and SQL (movements.store.ts), the
// decisions (slip-rules.ts, line-rules.ts), the proof with 100,000 transfers (matching-simulation.heavy.test.ts).

import { compareNames } from '#modules/names';

import { isSameReference } from './references.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Thailand has no daylight saving time. */
const BANGKOK_MS = 7 * HOUR_MS;

/** A line may be dated before its transfer: clocks differ, and statements cut the seconds. */
const BOOKED_BEFORE_MAX_MS = 10 * MINUTE_MS;
/** Banks post hours late, most of all around midnight, when they close the day. */
const BOOKED_AFTER_MAX_MS = 8 * HOUR_MS;
/**
 * A later line of the same member and amount, up to this, is decided by an operator: it may be the same transfer or
 * another.
 */
const DOUBTFUL_AFTER_MAX_MS = 16 * HOUR_MS;
/**
 * Reports of one member and amount that no other report explains are decided by an operator up to this distance: the
 * clock of a bank may be wrong by hours or days. A line that arrived before a transfer cannot report it.
 */
export const FAR_MAX_MS = 31 * DAY_MS;
/** The time around a report in which movements are compared: the window of a displaced pair is added to its own. */
export const COMPARED_AROUND_MS = DAY_MS + DOUBTFUL_AFTER_MAX_MS;
/** The longest chain of changed pairs, and the pairs tried, where no credit depends on the result. */
const BOUNDED = { changedPairsMax: 4, pairsTriedMax: 40 } as const;
/** A credit depends on the result, and the reports of one member are few: all chains are tried. */
const EXACT = { changedPairsMax: Number.POSITIVE_INFINITY, pairsTriedMax: Number.POSITIVE_INFINITY } as const;
type Effort = { readonly changedPairsMax: number; readonly pairsTriedMax: number };

export type MovementState = 'seen' | 'claimed' | 'credited' | 'returned' | 'disputed';

/** A member of any site that shares the receiving account. */
export type MemberKey = string;

export type SlipReport = {
  readonly transferredAt: Date;
  readonly sendingBank: string;
  readonly transRef: string;
  /** Digits, and x for masked ones. The whole account where the sender is proven. */
  readonly senderAccount: string | undefined;
  /** The member whose bound account and name the slip shows. */
  readonly sender: { readonly member: MemberKey; readonly fullName: string } | undefined;
};

export type LineReport = {
  readonly bookedAt: Date;
  readonly receivedAt: Date;
  readonly senderBank: string | undefined;
  /** The last digits of the sender's account, as many as the bank shows. */
  readonly senderTail: string | undefined;
  readonly senderName: string | undefined;
  readonly transRef: string | undefined;
  /** The only member that matches the line. */
  readonly named: MemberKey | undefined;
};

export type KnownMovement = {
  readonly movementId: bigint;
  readonly state: MovementState;
  /** The member with the claim or the credit. */
  readonly holder: MemberKey | undefined;
  readonly slip: SlipReport | undefined;
  readonly line: LineReport | undefined;
};

/** The line of one movement moves to another; without a target it becomes an unclaimed movement. */
export type LineMove = { readonly from: bigint; readonly to: bigint | undefined };

export type LinePlace =
  | { readonly kind: 'new' }
  | { readonly kind: 'joins'; readonly movementId: bigint; readonly moves: readonly LineMove[] }
  /** A slip of the member was transferred so long before or after that an operator decides whether this is its line. */
  | { readonly kind: 'doubtful'; readonly movementId: bigint };

export type SlipPlace =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'joins';
      readonly movementId: bigint;
      readonly moves: readonly LineMove[];
      /** The movement has another member's slip, which becomes a movement of its own. */
      readonly splitsSlip: boolean;
    }
  | { readonly kind: 'disputes' | 'doubtful'; readonly movementId: bigint };

/** Finds the place of a new line. */
export function placeLine(line: LineReport, known: readonly KnownMovement[]): LinePlace {
  const { named } = line;
  if (named !== undefined) {
    const own = known.filter((movement) => isSlipOf(movement, named));
    const path = findSlipFor(line, own, EXACT, isFree) ?? findSlipFor(line, own, EXACT, hasUnnamedLine);
    if (path) return toLinePlace(path, known);
    const doubtful = findNearest(own, line.bookedAt, (movement) => isDoubtfulLineOf(movement, line));
    if (doubtful) return { kind: 'doubtful', movementId: doubtful.movementId };
  }
  const path = findSlipFor(line, known, BOUNDED, isFree);
  return path ? toLinePlace(path, known) : { kind: 'new' };
}

function toLinePlace(path: Movements, known: readonly KnownMovement[]): LinePlace {
  const last = path.at(-1) ?? path[0];
  // A displaced line moves to another slip or to a movement of its own.
  const others = known.filter((movement) => !path.includes(movement));
  const displaced = last.line ? placeDisplacedLine(last, others) : [];
  return { kind: 'joins', movementId: path[0].movementId, moves: [...toMoves(path), ...displaced] };
}

/** Finds the place of a line that is displaced by the line with the reference of the slip. */
export function placeDisplacedLine(from: KnownMovement, known: readonly KnownMovement[]): readonly LineMove[] {
  const others = known.filter(({ movementId }) => movementId !== from.movementId);
  const path = from.line && findSlipFor(from.line, others, BOUNDED, isFree);
  if (!path) return [{ from: from.movementId, to: undefined }];
  return [...toMoves(path), { from: from.movementId, to: path[0].movementId }];
}

/**
 * Finds the place of a new slip. `claimant` is the member who sent it, unless the slip shows another account; without a
 * claimant the slip joins any compatible movement and decides nothing.
 */
export function placeSlip(
  slip: SlipReport,
  known: readonly KnownMovement[],
  claimant: MemberKey | undefined,
): SlipPlace {
  if (claimant !== undefined) {
    const own = known.filter(({ holder, slip: other }) => holder === claimant || other?.sender?.member === claimant);
    const explained = findLineFor(slip, own, EXACT, (movement) => isLineOfHolder(movement, claimant));
    if (explained) return toJoined(explained);
    const doubtful = findNearest(own, slip.transferredAt, (movement) => isDoubtfulSlipOf(movement, slip, claimant));
    if (doubtful) return { kind: 'doubtful', movementId: doubtful.movementId };
  }
  const unclaimed = findLineFor(slip, known, BOUNDED, ({ state, slip: other }) => state === 'seen' && !other);
  if (unclaimed) return toJoined(unclaimed);
  const decided = findNearest(
    known,
    slip.transferredAt,
    ({ line, slip: other }) => other === undefined && line !== undefined && isCompatible(slip, line),
  );
  if (!decided) return { kind: 'new' };
  const { movementId } = decided;
  return claimant === undefined
    ? { kind: 'joins', movementId, moves: [], splitsSlip: false }
    : { kind: 'disputes', movementId };
}

/** Whether a slip and a line agree in all fields that both show. */
export function isCompatible(slip: SlipReport, line: LineReport): boolean {
  return isInWindow(slip, line, BOOKED_AFTER_MAX_MS) && hasSameSender(slip, line);
}

function isInWindow(slip: SlipReport, line: LineReport, afterMaxMs: number): boolean {
  const transferredAt = slip.transferredAt.getTime();
  const bookedAt = line.bookedAt.getTime();
  return transferredAt >= bookedAt - afterMaxMs && transferredAt <= latestBooking(bookedAt) + BOOKED_BEFORE_MAX_MS;
}

/** A line at midnight, to the millisecond, may have a day and no time: it was booked at any time of that day. */
function latestBooking(bookedAt: number): number {
  return (bookedAt + BANGKOK_MS) % DAY_MS === 0 ? bookedAt + DAY_MS : bookedAt;
}

function hasSameSender(slip: SlipReport, line: LineReport): boolean {
  if (line.transRef !== undefined && !isSameReference(line.transRef, slip.transRef)) return false;
  if (line.senderBank !== undefined && line.senderBank !== slip.sendingBank) return false;
  if (!haveSameDigits(slip.senderAccount, line.senderTail)) return false;
  const { sender } = slip;
  return !sender || !line.senderName || compareNames(sender.fullName, line.senderName) !== 'mismatch';
}

// Both may be masked and of different lengths: they differ only where both show a digit, counted from the end.
function haveSameDigits(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other) return true;
  const length = Math.min(one.length, other.length);
  for (let fromEnd = 1; fromEnd <= length; fromEnd += 1) {
    const [left, right] = [one.at(-fromEnd), other.at(-fromEnd)];
    if (left !== 'x' && right !== 'x' && left !== right) return false;
  }
  return true;
}

/** Slip and line have one reference: the pair is final. */
function isCertain({ slip, line }: KnownMovement): boolean {
  return slip !== undefined && line?.transRef !== undefined && isSameReference(line.transRef, slip.transRef);
}

function isDoubtfulLineOf(movement: KnownMovement, line: LineReport): boolean {
  const { slip } = movement;
  if (!slip || movement.line?.named !== undefined || isCertain(movement)) return false;
  if (!hasSameSender(slip, line)) return false;
  return isInWindow(slip, line, DOUBTFUL_AFTER_MAX_MS) || (movement.line === undefined && isFarPair(slip, line));
}

function isDoubtfulSlipOf(movement: KnownMovement, slip: SlipReport, claimant: MemberKey): boolean {
  const { line, holder } = movement;
  if (!line || movement.slip || holder !== claimant) return false;
  if (!hasSameSender(slip, line)) return false;
  return isInWindow(slip, line, DOUBTFUL_AFTER_MAX_MS) || isFarPair(slip, line);
}

/** The line could report the transfer if its date were wrong. */
function isFarPair({ transferredAt }: SlipReport, { bookedAt, receivedAt }: LineReport): boolean {
  if (receivedAt.getTime() < transferredAt.getTime() - BOOKED_BEFORE_MAX_MS) return false;
  return Math.abs(bookedAt.getTime() - transferredAt.getTime()) <= FAR_MAX_MS;
}

/**
 * The time of the slip that a line with a wrong date may report: the slip without a line that is nearest before the
 * arrival of the line.
 */
export function findShiftedSlip(line: LineReport, known: readonly KnownMovement[]): Date | undefined {
  const receivedAt = line.receivedAt.getTime();
  const near = known.filter(({ slip, line: other }) => {
    if (!slip || other || !hasSameSender(slip, line)) return false;
    const age = receivedAt - slip.transferredAt.getTime();
    return age >= -BOOKED_BEFORE_MAX_MS && age <= BOOKED_AFTER_MAX_MS;
  });
  return findNearest(near, line.receivedAt, () => true)?.slip?.transferredAt;
}

/** Whether a line is dated further from its transfer than a bank's delay explains. */
export function isShifted(shiftMs: number): boolean {
  return shiftMs < -BOOKED_BEFORE_MAX_MS || shiftMs > BOOKED_AFTER_MAX_MS;
}

/** The line made this movement the member's; its slip, if any, is another member's. */
function isLineOfHolder({ holder, slip }: KnownMovement, member: MemberKey): boolean {
  return holder === member && slip?.sender?.member !== member;
}

/** The slip of this movement is of the member: proven, or held by the member. */
function isSlipOf({ slip, holder }: KnownMovement, member: MemberKey): boolean {
  return slip !== undefined && (slip.sender?.member ?? holder) === member;
}

const isFree = ({ line }: KnownMovement): boolean => line === undefined;
const hasUnnamedLine = ({ line }: KnownMovement): boolean => line?.named === undefined;

/** A chain: the first movement gets the new report, and the line of each moves to the next one. */
type Movements = readonly [KnownMovement, ...KnownMovement[]];

/**
 * Finds the movement of the slip that this line can report. Its present line moves on to another slip, up to a movement
 * at the end.
 */
function findSlipFor(
  line: LineReport,
  known: readonly KnownMovement[],
  effort: Effort,
  isEnd: (movement: KnownMovement) => boolean,
): Movements | undefined {
  const ends = known.filter((movement) => movement.slip !== undefined && isEnd(movement) && !isCertain(movement));
  // Every chain needs an end.
  if (ends.length === 0) return undefined;
  const direct = findLowest(
    ends,
    (movement) => computeSlipRank(movement, line),
    ({ slip }) => slip !== undefined && isCompatible(slip, line),
  );
  if (direct) return [direct];
  const visited = new Set<bigint>();
  const slips = sortByTime(known, ({ slip }) => slip?.transferredAt);
  function search(wanted: LineReport, depth: number): Movements | undefined {
    const bookedAt = wanted.bookedAt.getTime();
    const latest = latestBooking(bookedAt) + BOOKED_BEFORE_MAX_MS;
    const fitting = findBetween(slips, bookedAt - BOOKED_AFTER_MAX_MS, latest).filter(
      ({ movementId, slip }) => slip && hasSameSender(slip, wanted) && !visited.has(movementId),
    );
    const rank = (movement: KnownMovement): number => computeSlipRank(movement, wanted);
    const end = findLowest(fitting, rank, isEnd);
    if (end) return [end];
    if (depth >= effort.changedPairsMax) return undefined;
    for (const movement of fitting.toSorted((one, other) => rank(one) - rank(other))) {
      // An earlier branch may have visited it.
      if (visited.has(movement.movementId) || !movement.line || visited.size >= effort.pairsTriedMax) continue;
      visited.add(movement.movementId);
      const rest = search(movement.line, depth + 1);
      if (rest) return [movement, ...rest];
    }
    return undefined;
  }
  return search(line, 1);
}

type Timed = { readonly at: number; readonly movement: KnownMovement };

/** The movements with such a report, ordered by its time, without certain pairs. */
function sortByTime(
  known: readonly KnownMovement[],
  getReportTime: (movement: KnownMovement) => Date | undefined,
): Timed[] {
  const timed: Timed[] = [];
  for (const movement of known) {
    const at = isCertain(movement) ? undefined : getReportTime(movement)?.getTime();
    if (at !== undefined) timed.push({ at, movement });
  }
  return timed.sort((one, other) => one.at - other.at);
}

function findBetween(ordered: readonly Timed[], from: number, to: number): KnownMovement[] {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] as Timed).at < from) low = middle + 1;
    else high = middle;
  }
  const found: KnownMovement[] = [];
  for (let place = low; place < ordered.length; place += 1) {
    const { at, movement } = ordered[place] as Timed;
    if (at > to) break;
    found.push(movement);
  }
  return found;
}

const FAR_MS = 365 * 24 * HOUR_MS;

/** The slip of the member precedes; then the nearest in time, and of equal distances the older one. */
function computeSlipRank({ slip, holder }: KnownMovement, line: LineReport): number {
  const distance = slip ? Math.abs(slip.transferredAt.getTime() - line.bookedAt.getTime()) : FAR_MS;
  return line.named !== undefined && (slip?.sender?.member ?? holder) === line.named ? distance : distance + FAR_MS;
}

/**
 * Finds the movement of the line that this slip can report. Its present slip moves on to another line, up to a movement
 * at the end.
 */
function findLineFor(
  slip: SlipReport,
  known: readonly KnownMovement[],
  effort: Effort,
  isEnd: (movement: KnownMovement) => boolean,
): Movements | undefined {
  const ends = known.filter((movement) => movement.line !== undefined && isEnd(movement) && !isCertain(movement));
  if (ends.length === 0) return undefined;
  const direct = findLowest(
    ends,
    (movement) => computeLineRank(movement, slip),
    ({ line }) => line !== undefined && isCompatible(slip, line),
  );
  if (direct) return [direct];
  const visited = new Set<bigint>();
  const lines = sortByTime(known, ({ line }) => line?.bookedAt);
  function search(wanted: SlipReport, depth: number): Movements | undefined {
    const transferredAt = wanted.transferredAt.getTime();
    const earliest = transferredAt - BOOKED_BEFORE_MAX_MS - DAY_MS;
    const fitting = findBetween(lines, earliest, transferredAt + BOOKED_AFTER_MAX_MS).filter(
      ({ movementId, line }) => line && isCompatible(wanted, line) && !visited.has(movementId),
    );
    const rank = (movement: KnownMovement): number => computeLineRank(movement, wanted);
    const end = findLowest(fitting, rank, isEnd);
    if (end) return [end];
    if (depth >= effort.changedPairsMax) return undefined;
    for (const movement of fitting.toSorted((one, other) => rank(one) - rank(other))) {
      if (visited.has(movement.movementId) || !movement.slip || visited.size >= effort.pairsTriedMax) continue;
      visited.add(movement.movementId);
      const rest = search(movement.slip, depth + 1);
      if (rest) return [movement, ...rest];
    }
    return undefined;
  }
  return search(slip, 1);
}

/** Lines that show a sender precede; then the nearest in time. */
function computeLineRank({ line }: KnownMovement, slip: SlipReport): number {
  if (!line) return 2 * FAR_MS;
  const distance = Math.abs(line.bookedAt.getTime() - slip.transferredAt.getTime());
  return line.senderTail === undefined && line.senderName === undefined ? distance + FAR_MS : distance;
}

function toMoves(path: Movements): LineMove[] {
  return path.slice(1).map((to, index) => ({ from: (path[index] as KnownMovement).movementId, to: to.movementId }));
}

/** The last movement, which was free, gets the slip; the line of each movement before it moves back by one place. */
function toJoined(movements: Movements): SlipPlace {
  const last = movements.at(-1) ?? movements[0];
  const moves: LineMove[] = [];
  if (movements.length > 1) {
    moves.push({ from: movements[0].movementId, to: last.movementId });
    for (const [index, movement] of movements.entries()) {
      if (index > 0) moves.push({ from: movement.movementId, to: (movements[index - 1] as KnownMovement).movementId });
    }
  }
  return { kind: 'joins', movementId: last.movementId, moves, splitsSlip: last.slip !== undefined };
}

function findNearest(
  known: readonly KnownMovement[],
  at: Date,
  isWanted: (movement: KnownMovement) => boolean,
): KnownMovement | undefined {
  const distance = ({ slip, line }: KnownMovement): number =>
    Math.abs((line?.bookedAt ?? slip?.transferredAt ?? at).getTime() - at.getTime());
  return findLowest(known, distance, isWanted);
}

/** The first wanted movement with the lowest rank. */
function findLowest(
  movements: readonly KnownMovement[],
  rank: (movement: KnownMovement) => number,
  isWanted: (movement: KnownMovement) => boolean,
): KnownMovement | undefined {
  let least: { readonly value: number; readonly movement: KnownMovement } | undefined;
  for (const movement of movements) {
    if (!isWanted(movement)) continue;
    const value = rank(movement);
    if (!least || value < least.value) least = { value, movement };
  }
  return least?.movement;
}
