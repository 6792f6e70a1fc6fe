// Rules of risk: what they find among new rows becomes alerts, which a person decides.
//
//     new signals, deposits, events ──rules──▶ alert ──decision──▶ cleared, acted on, or a verdict on the group
//
// Always true: a finding raises one alert for its mark, however often the rules run. A run is one transaction, which
// also moves the progress; a crashed run begins again. A pair of members with a verdict raises no alert again. Alerts
// change nothing about a member: a person locks, blocks or speaks with the member.
//
// Elsewhere: the thresholds as data (packages/contract/src/back-office/risk.ts), decisions (operators/risk-actions.ts),
// verdicts on pairs (member-links/member-links.ts).

import { type LinkVerdict, type RiskRuleName, riskRuleNames, riskRules } from '@chaba/contract/back-office/risk';
import type { Database, Queryable, Transaction } from '@chaba/database';
import { add, zeroMoney } from '@chaba/money';

import { listVerdicts, saveVerdict } from '#modules/member-links';
import { type ListedMember, listMembersByIds, searchMembers } from '#modules/member-list';

import { compareGroup, type ComparedGroup, listOpposite } from './groups.ts';
import * as rules from './risk-rules.store.ts';
import type { Reached } from './risk-rules.store.ts';
import * as store from './risk.store.ts';

export { compareGroup, type ComparedGroup } from './groups.ts';
export { findOpenAlert as findRiskAlert, saveRule as setRiskRule } from './risk.store.ts';

/** Rows that a rule reads in a run; later ones are found by their next change. */
const READ_MAX = 500;
/** Networks of more members are those of providers and cafés. */
const GROUP_MAX = 50;
/** Commits may arrive out of order: a run looks back so far behind the one before. */
const OVERLAP_MS = 60_000;
const SHOWN_MAX = 200;
const SATANG_E4 = 10_000n;

type RuleInForce = {
  readonly rule: RiskRuleName;
  readonly isOn: boolean;
  /** Members, times, or ten-thousandths of a baht. */
  readonly threshold: bigint;
  readonly changed: { readonly by: string; readonly at: Date } | undefined;
};

/** All rules with the thresholds of the site, else those of the contract. */
export async function listRiskRules(database: Queryable, siteId: number): Promise<RuleInForce[]> {
  const stored = new Map((await store.listRules(database, siteId)).map((each) => [each.rule, each]));
  return riskRuleNames.map((rule) => {
    const own = stored.get(rule);
    if (own === undefined) return { rule, isOn: true, threshold: toThreshold(rule), changed: undefined };
    const { isOn, threshold, changedBy: by, changedAt: at } = own;
    return { rule, isOn, threshold, changed: { by, at } };
  });
}

/** The stored form of a number of members, times or whole baht. */
export function toThreshold(rule: RiskRuleName, count: number = riskRules[rule].threshold): bigint {
  return riskRules[rule].unit === 'baht' ? BigInt(count) * SATANG_E4 : BigInt(count);
}

/** Members, times or whole baht of a stored threshold or figure. */
export function fromThreshold(rule: RiskRuleName, value: bigint): string {
  return String(riskRules[rule].unit === 'baht' ? value / SATANG_E4 : value);
}

/** Runs the rules of a site over what is new. Returns the number of new alerts. */
export function runRiskRules(database: Database, siteId: number): Promise<number> {
  return database.transaction(async (tx) => {
    const { readTo, lastMemberId } = await store.lockProgress(tx, siteId);
    const since = new Date(readTo.getTime() - OVERLAP_MS);
    const newest = await rules.listNewMembers(tx, siteId, { after: lastMemberId, limit: READ_MAX });
    let raised = 0;
    for (const { rule, isOn, threshold } of await listRiskRules(tx, siteId)) {
      if (!isOn) continue;
      const found = await findings[rule](tx, siteId, { since, threshold, newest });
      for (const alert of found) if (await store.insertAlert(tx, siteId, { ...alert, rule, threshold })) raised += 1;
    }
    await store.saveProgress(tx, siteId, newest.at(-1)?.memberId ?? lastMemberId);
    return raised;
  });
}

type Found = Reached & { readonly others: readonly bigint[] };
type Reading = {
  readonly since: Date;
  readonly threshold: bigint;
  readonly newest: readonly rules.NewcomerName[];
};
type Finder = (tx: Transaction, siteId: number, of: Reading) => Promise<readonly Found[]>;

type Counter = (tx: Transaction, siteId: number, window: rules.ReadWindow) => Promise<Reached[]>;

const countBy =
  (count: Counter): Finder =>
  async (tx, siteId, { since, threshold }) =>
    (await count(tx, siteId, { since, threshold, limit: READ_MAX })).map((each) => ({ ...each, others: [] }));

const shareBy =
  (kind: 'device' | 'address'): Finder =>
  async (tx, siteId, { since, threshold }) => {
    const window = { since, threshold, limit: READ_MAX, kind, largest: GROUP_MAX };
    const groups = await rules.listSharedSignals(tx, siteId, window);
    const found: Found[] = [];
    for (const group of groups) found.push(...(await toGroup(tx, siteId, { ...group, threshold })));
    return found;
  };

/** The group of the member who appeared last, without those on whom a person decided. */
async function toGroup(
  tx: Transaction,
  siteId: number,
  of: { readonly mark: string; readonly memberIds: readonly bigint[]; readonly threshold: bigint },
): Promise<Found[]> {
  const memberId = of.memberIds.at(-1);
  if (memberId === undefined) return [];
  const others = await withoutDecided(tx, siteId, { memberId, others: of.memberIds });
  const figure = BigInt(others.length + 1);
  return figure < of.threshold ? [] : [{ memberId, mark: of.mark, figure, others }];
}

type Linked = { readonly memberId: bigint; readonly others: readonly bigint[] };

/** Without the member, and without those on whom a person decided. */
async function withoutDecided(tx: Transaction, siteId: number, { memberId, others }: Linked): Promise<bigint[]> {
  const decided = new Set((await listVerdicts(tx, siteId, memberId)).map(({ otherId }) => otherId));
  return others.filter((each) => each !== memberId && !decided.has(each));
}

const findSharedNames: Finder = async (tx, siteId, { threshold, newest }) => {
  const found: Found[] = [];
  for (const member of newest) {
    const memberIds = [...(await listNamesakes(tx, siteId, member)), member.memberId];
    found.push(...(await toGroup(tx, siteId, { mark: 'name', memberIds, threshold })));
  }
  return found;
};

type Named = Pick<ListedMember, 'memberId' | 'firstName' | 'lastName'>;

/** Other members of the same full name. */
async function listNamesakes(
  tx: Queryable,
  siteId: number,
  { memberId, firstName, lastName }: Named,
): Promise<bigint[]> {
  const alike = await searchMembers(tx, siteId, `${firstName} ${lastName}`);
  const same = alike.filter((each) => each.firstName === firstName && each.lastName === lastName);
  return same.map((each) => each.memberId).filter((each) => each !== memberId);
}

/** Members of one device, network or full name with this one, without those on whom a person decided. */
async function listLinked(tx: Transaction, siteId: number, memberId: bigint): Promise<bigint[]> {
  return withoutDecided(tx, siteId, { memberId, others: await listAlike(tx, siteId, memberId) });
}

async function listAlike(database: Queryable, siteId: number, memberId: bigint): Promise<bigint[]> {
  const bySignals = await rules.listBySharedSignals(database, siteId, { memberId, largest: GROUP_MAX });
  const [member] = await listMembersByIds(database, siteId, [memberId]);
  const byName = member === undefined ? [] : await listNamesakes(database, siteId, member);
  return [...new Set([...bySignals, ...byName])];
}

/** A member beside those of one device, network or full name, and beside earlier verdicts; undefined: a stranger. */
export async function compareLinked(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<ComparedGroup | undefined> {
  const alike = await listAlike(database, siteId, memberId);
  const decided = (await listVerdicts(database, siteId, memberId)).map(({ otherId }) => otherId);
  const group = await compareGroup(database, siteId, [...new Set([memberId, ...alike, ...decided])]);
  return group.members.some(({ member }) => member.memberId === memberId) ? group : undefined;
}

/** Linked members who each took a bonus of the first deposit and requested a withdrawal within a day of it. */
const findBonusWithdrawals: Finder = async (tx, siteId, { since, threshold }) => {
  const found: Found[] = [];
  for (const memberId of await rules.listBonusWithdrawals(tx, siteId, { since, limit: READ_MAX })) {
    const linked = await listLinked(tx, siteId, memberId);
    const others = linked.length === 0 ? [] : await rules.filterBonusWithdrawn(tx, siteId, linked);
    const figure = BigInt(others.length + 1);
    if (figure >= threshold) found.push(nameGroup({ memberId, others }, figure));
  }
  return found;
};

/**
 * Linked members whose bets at a table cancel out. They are compared when one of them signs in or requests a
 * withdrawal.
 */
const findOppositeBets: Finder = async (tx, siteId, { since, threshold }) => {
  const found: Found[] = [];
  for (const memberId of await rules.listActiveTablePlayers(tx, siteId, { since, limit: READ_MAX })) {
    const opposite = await listOpposite(tx, siteId, { memberId, others: await listLinked(tx, siteId, memberId) });
    const figure = add(zeroMoney, ...opposite.map(({ amount }) => amount));
    const others = opposite.map(({ otherId }) => otherId);
    if (others.length > 0 && figure >= threshold) found.push(nameGroup({ memberId, others }, figure));
  }
  return found;
};

/** An alert about the newest member of a group, so that each of its members leads to the same one. */
function nameGroup({ memberId, others }: Linked, figure: bigint): Found {
  const group = [memberId, ...others].toSorted((one, other) => (one < other ? -1 : 1));
  const newest = group.at(-1) ?? memberId;
  return { memberId: newest, mark: `${group.length} from ${group[0]}`, figure, others: group.slice(0, -1) };
}

const findings: Readonly<Record<RiskRuleName, Finder>> = {
  'shared-device': shareBy('device'),
  'shared-network': shareBy('address'),
  'shared-name': findSharedNames,
  'bonus-withdrawn': findBonusWithdrawals,
  'opposite-bets': findOppositeBets,
  'gifts-a-day': countBy(rules.listGiftsOfDay),
  'unplayed-deposits': countBy(rules.listUnplayedDeposits),
  'sign-in-locked': countBy(rules.listLockedSignIns),
  'deposits-a-day': countBy(rules.listDepositsOfDay),
  'net-deposits': countBy((tx, siteId, of) => rules.listMonthlySums(tx, siteId, { ...of, figure: 'net-deposits' })),
  losses: countBy((tx, siteId, of) => rules.listMonthlySums(tx, siteId, { ...of, figure: 'losses' })),
  breaks: countBy(rules.listBreaks),
  'looser-limits': countBy(rules.listLooserLimits),
};

/** Open alerts, the oldest first. */
export function listRiskAlerts(database: Queryable, siteId: number): Promise<store.Alert[]> {
  return store.listOpenAlerts(database, siteId, SHOWN_MAX);
}

const harmRules = riskRuleNames.filter((rule) => riskRules[rule].about === 'harm');

/** Members with an open alert about harm, the oldest first. */
export function listMembersInHarm(database: Queryable, siteId: number): Promise<bigint[]> {
  return store.listMembersWithOpen(database, siteId, { rules: harmRules, limit: SHOWN_MAX });
}

/** Open alerts about harm of a member, the oldest first. */
export function listHarmAlerts(database: Queryable, siteId: number, memberId: bigint): Promise<store.Alert[]> {
  return store.listOpenOfMember(database, siteId, { memberId, rules: harmRules });
}

/** The rules of harm with an open alert about each of these members. */
export async function loadHarmMarkers(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, readonly RiskRuleName[]>> {
  const open = await store.listOpenRules(database, siteId, memberIds);
  const ofHarm = open.filter(({ rule }) => harmRules.includes(rule));
  return new Map(
    [...Map.groupBy(ofHarm, ({ memberId }) => memberId)].map(([id, found]) => [id, found.map(({ rule }) => rule)]),
  );
}

export type AlertDecision = {
  readonly alertId: bigint;
  readonly to: 'cleared' | 'acted' | LinkVerdict;
  readonly reason: string;
  readonly by: string;
};

/**
 * Decides an alert; a verdict also holds for each pair of its group. Returns the pairs with a new verdict; undefined:
 * it was decided before.
 */
export async function decideAlert(
  tx: Transaction,
  siteId: number,
  decision: AlertDecision,
): Promise<Awaited<ReturnType<typeof saveVerdict>> | undefined> {
  const { alertId, to, reason, by } = decision;
  const alert = await store.findOpenAlert(tx, siteId, alertId);
  if (alert === undefined) return undefined;
  const verdict = to === 'cleared' || to === 'acted' ? undefined : to;
  const state = to === 'acted' || to === 'same' ? 'acted' : 'cleared';
  // The lanes of a verdict first, then the alert.
  const { memberId, others } = alert;
  const pairs = verdict === undefined ? [] : await saveVerdict(tx, siteId, { memberId, others, verdict, reason, by });
  return (await store.closeAlert(tx, siteId, { alertId, state, verdict, by })) ? pairs : undefined;
}
