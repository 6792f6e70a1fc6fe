// A group of members side by side: what two of them share, their first bonuses, and bets that cancel each other out.
//
// Always true: signals are compared by their keyed hashes and returned as letters, so nothing reveals a device or a
// network. Bets of two members at one table are opposite as far as their common exposure is below the sum of both.
//
// Elsewhere: alerts (risk.ts), verdicts (member-links/member-links.ts), exposure of positions (wallet/contribution.ts).

import type { Queryable } from '@chaba/database';
import { add, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { type DecidedPair, listVerdicts } from '#modules/member-links';
import { type ListedMember, listMembersByIds } from '#modules/member-list';
import { computeExposure, toPositionName } from '#modules/wallet';

import * as store from './groups.store.ts';
import type { FirstBonus, TableBets } from './groups.store.ts';

/** Members that are compared; an alert names the one who appeared last first. */
const COMPARED_MAX = 12;
const ROUNDS_MAX = 500;
const MARKS_MAX = 26;
const FIRST_LETTER = 65;

export type SharedMarks = { readonly devices: readonly string[]; readonly networks: readonly string[] };

export type ComparedMember = SharedMarks & {
  readonly member: ListedMember;
  /** A letter for members of one full name; undefined: no other has it. */
  readonly name: string | undefined;
  readonly firstBonus: FirstBonus | undefined;
};

export type OppositeBets = { readonly rounds: number; readonly amount: Money };

export type ComparedPair = SharedMarks & {
  readonly one: bigint;
  readonly other: bigint;
  readonly isSameName: boolean;
  readonly opposite: OppositeBets | undefined;
  readonly verdict: DecidedPair | undefined;
};

export type ComparedGroup = {
  readonly members: readonly ComparedMember[];
  readonly pairs: readonly ComparedPair[];
  /** Members of the group that are not compared. */
  readonly left: number;
};

/** Compares members of a site; strangers are left out. */
export async function compareGroup(
  database: Queryable,
  siteId: number,
  ids: readonly bigint[],
): Promise<ComparedGroup> {
  const memberIds = ids.slice(0, COMPARED_MAX);
  const [found, marks, bonuses, bets, verdicts] = await Promise.all([
    listMembersByIds(database, siteId, memberIds),
    store.listSharedMarks(database, siteId, { memberIds, limit: MARKS_MAX }),
    store.listFirstBonuses(database, siteId, memberIds),
    store.listTableBets(database, siteId, { memberIds, limit: ROUNDS_MAX }),
    Promise.all(memberIds.map(async (memberId) => [memberId, await listVerdicts(database, siteId, memberId)] as const)),
  ]);
  const known = memberIds.flatMap((id) => found.find(({ memberId }) => memberId === id) ?? []);
  const names = nameLetters(known);
  const sharedBy = (...wanted: readonly bigint[]): SharedMarks => ({
    devices: toLetters(marks, 'device', wanted),
    networks: toLetters(marks, 'address', wanted),
  });
  const verdictsOf = new Map(verdicts);
  return {
    members: known.map((member) => ({
      member,
      ...sharedBy(member.memberId),
      name: names.get(fullName(member)),
      firstBonus: bonuses.find(({ memberId }) => memberId === member.memberId),
    })),
    pairs: known.flatMap((one, index) =>
      known.slice(index + 1).map((other) => ({
        one: one.memberId,
        other: other.memberId,
        ...sharedBy(one.memberId, other.memberId),
        isSameName: fullName(one) === fullName(other),
        opposite: findOpposite(bets, one.memberId, other.memberId),
        verdict: verdictsOf.get(one.memberId)?.find(({ otherId }) => otherId === other.memberId),
      })),
    ),
    left: ids.length - memberIds.length,
  };
}

/** Bets of a member that cancel out with those of the others; others without such bets are left out. */
export async function listOpposite(
  database: Queryable,
  siteId: number,
  { memberId, others }: { readonly memberId: bigint; readonly others: readonly bigint[] },
): Promise<(OppositeBets & { readonly otherId: bigint })[]> {
  const own = await store.listTableBets(database, siteId, { memberIds: [memberId], limit: ROUNDS_MAX });
  if (own.length === 0 || others.length === 0) return [];
  const bets = [...own, ...(await store.listTableBets(database, siteId, { memberIds: others, limit: ROUNDS_MAX }))];
  return others.flatMap((otherId) => {
    const opposite = findOpposite(bets, memberId, otherId);
    return opposite === undefined ? [] : [{ otherId, ...opposite }];
  });
}

const toLetter = (index: number): string => String.fromCodePoint(FIRST_LETTER + index);
const fullName = ({ firstName, lastName }: ListedMember): string => `${firstName} ${lastName}`;

/** The letters of the devices or networks that all of these members used. */
function toLetters(
  marks: readonly store.SharedMark[],
  kind: store.SharedMark['kind'],
  wanted: readonly bigint[],
): readonly string[] {
  return marks
    .filter((each) => each.kind === kind)
    .flatMap(({ memberIds }, index) => (wanted.every((id) => memberIds.includes(id)) ? [toLetter(index)] : []));
}

/** A letter for each name that two members have. */
function nameLetters(members: readonly ListedMember[]): ReadonlyMap<string, string> {
  const groups = [...Map.groupBy(members, fullName)].filter(([, alike]) => alike.length > 1);
  return new Map(groups.map(([name], index) => [name, toLetter(index)]));
}

/** Table rounds in which the bets of two members cancel each other out, and by how much. */
function findOpposite(bets: readonly TableBets[], one: bigint, other: bigint): OppositeBets | undefined {
  const tables = Map.groupBy(
    bets.filter(({ memberId }) => memberId === one || memberId === other),
    ({ provider, table }) => `${provider}\n${table}`,
  );
  let [rounds, amount] = [0, zeroMoney];
  for (const atTable of tables.values()) {
    const of = (memberId: bigint) => atTable.filter((each) => each.memberId === memberId).flatMap(toPositions);
    const [mine, theirs] = [of(one), of(other)];
    const apart = add(computeExposure(mine), computeExposure(theirs));
    const cancelled = subtract(apart, computeExposure([...mine, ...theirs]));
    if (cancelled <= 0n) continue;
    rounds += 1;
    amount = add(amount, cancelled);
  }
  return rounds === 0 ? undefined : { rounds, amount };
}

const toPositions = ({ positions }: TableBets) =>
  positions.map(({ type, stake }) => ({ type: toPositionName(type), stake: money(BigInt(stake)) }));
