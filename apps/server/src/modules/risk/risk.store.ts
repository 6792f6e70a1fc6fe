// SQL of thresholds, alerts, verdicts and the progress of the rules. Contains no decisions.

import type { LinkVerdict, RiskRuleName } from '@chaba/contract/back-office/risk';
import { type Queryable, sql, type Transaction } from '@chaba/database';

export type StoredRule = {
  readonly rule: RiskRuleName;
  readonly threshold: bigint;
  readonly isOn: boolean;
  readonly changedBy: string;
  readonly changedAt: Date;
};

export function listRules(database: Queryable, siteId: number): Promise<StoredRule[]> {
  return database.rows(sql`
    select rule, threshold, is_on as "isOn", changed_by as "changedBy", changed_at as "changedAt"
    from risk_rule where site_id = ${siteId}`);
}

export async function saveRule(
  tx: Transaction,
  siteId: number,
  of: Pick<StoredRule, 'rule' | 'threshold' | 'isOn'> & { readonly by: string },
): Promise<void> {
  await tx.execute(sql`
    insert into risk_rule (site_id, rule, threshold, is_on, changed_by)
    values (${siteId}, ${of.rule}, ${of.threshold}, ${of.isOn}, ${of.by})
    on conflict (site_id, rule) do update set threshold = excluded.threshold, is_on = excluded.is_on,
      changed_by = excluded.changed_by, changed_at = now()`);
}

export type RiskProgress = { readonly readTo: Date; readonly lastMemberId: bigint };

/** Locks the progress of the site; the first run begins now, so that earlier rows raise nothing. */
export async function lockProgress(tx: Transaction, siteId: number): Promise<RiskProgress> {
  await tx.execute(sql`
    insert into risk_progress (site_id, read_to, last_member_id)
    select ${siteId}, now(), coalesce((select max(member_id) from member where site_id = ${siteId}), 0)
    on conflict do nothing`);
  return tx.one(sql`
    select read_to as "readTo", last_member_id as "lastMemberId" from risk_progress
    where site_id = ${siteId} for update`);
}

export async function saveProgress(tx: Transaction, siteId: number, lastMemberId: bigint): Promise<void> {
  await tx.execute(sql`
    update risk_progress set read_to = now(), last_member_id = ${lastMemberId} where site_id = ${siteId}`);
}

export type NewAlert = {
  readonly rule: RiskRuleName;
  readonly memberId: bigint;
  readonly mark: string;
  readonly figure: bigint;
  readonly threshold: bigint;
  /** The other members of its group. */
  readonly others: readonly bigint[];
};

/** False if the same was found before. */
export async function insertAlert(tx: Transaction, siteId: number, alert: NewAlert): Promise<boolean> {
  const row = await tx.oneOrNone<{ alertId: bigint }>(sql`
    insert into risk_alert (site_id, rule, member_id, mark, figure, threshold)
    values (${siteId}, ${alert.rule}, ${alert.memberId}, ${alert.mark}, ${alert.figure}, ${alert.threshold})
    on conflict (site_id, rule, member_id, mark) do nothing returning risk_alert_id as "alertId"`);
  if (row === undefined) return false;
  await tx.execute(sql`
    insert into risk_alert_member (site_id, risk_alert_id, member_id)
    select ${siteId}, ${row.alertId}, other from unnest(${alert.others}::bigint[]) as other`);
  return true;
}

export type Alert = {
  readonly alertId: bigint;
  readonly rule: RiskRuleName;
  readonly memberId: bigint;
  readonly figure: bigint;
  readonly threshold: bigint;
  readonly foundAt: Date;
  readonly others: readonly bigint[];
};

const columns = sql`
  risk_alert_id as "alertId", rule, member_id as "memberId", figure, threshold, found_at as "foundAt",
  array(select member_id from risk_alert_member as other where other.site_id = alert.site_id
    and other.risk_alert_id = alert.risk_alert_id order by member_id) as others`;

/** Open alerts, the oldest first. */
export function listOpenAlerts(database: Queryable, siteId: number, limit: number): Promise<Alert[]> {
  return database.rows(sql`
    select ${columns} from risk_alert as alert where site_id = ${siteId} and state = 'open'
    order by found_at, risk_alert_id limit ${limit}`);
}

/** Members with an open alert of these rules, the oldest alert first. */
export async function listMembersWithOpen(
  database: Queryable,
  siteId: number,
  of: { readonly rules: readonly RiskRuleName[]; readonly limit: number },
): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select member_id as "memberId" from risk_alert
    where site_id = ${siteId} and state = 'open' and rule = any(${of.rules}::text[])
    group by member_id order by min(found_at), member_id limit ${of.limit}`);
  return rows.map(({ memberId }) => memberId);
}

/** The rules with an open alert about each of these members. */
export function listOpenRules(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{ readonly memberId: bigint; readonly rule: RiskRuleName }[]> {
  return database.rows(sql`
    select distinct member_id as "memberId", rule from risk_alert
    where site_id = ${siteId} and state = 'open' and member_id = any(${memberIds}::bigint[]) order by rule`);
}

/** Open alerts of these rules about a member, the oldest first. */
export function listOpenOfMember(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly rules: readonly RiskRuleName[] },
): Promise<Alert[]> {
  return database.rows(sql`
    select ${columns} from risk_alert as alert
    where site_id = ${siteId} and member_id = ${of.memberId} and state = 'open' and rule = any(${of.rules}::text[])
    order by found_at, risk_alert_id`);
}

export function findOpenAlert(database: Queryable, siteId: number, alertId: bigint): Promise<Alert | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from risk_alert as alert
    where site_id = ${siteId} and risk_alert_id = ${alertId} and state = 'open'`);
}

/** False if it was decided before. */
export async function closeAlert(
  tx: Transaction,
  siteId: number,
  of: {
    readonly alertId: bigint;
    readonly state: 'cleared' | 'acted';
    readonly verdict: LinkVerdict | undefined;
    readonly by: string;
  },
): Promise<boolean> {
  const closed = await tx.execute(sql`
    update risk_alert set state = ${of.state}, verdict = ${of.verdict ?? null}::text, decided_by = ${of.by},
      decided_at = now()
    where site_id = ${siteId} and risk_alert_id = ${of.alertId} and state = 'open'`);
  return closed === 1;
}
