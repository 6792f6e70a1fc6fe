// SQL of the hourly rules of the back office: what no constraint ties to its executed request.
//
// Always true: a rule only reads and returns the violations of one site. What an operator's login cannot write decides:
// executed requests, whose decisions name another person. The hash of the chain covers the entries.
//
// Elsewhere: running them (approval-rules.ts), keys of requests (packages/database/migrations), rules about money
// (modules/audit).

import { type Queryable, type Sql, sql } from '@chaba/database';

type ApprovalRule = { readonly name: string; readonly find: (siteId: number, defaultLimit: bigint) => Sql };

/** An executed request of these actions about a subject. */
const isExecuted = (siteId: number, subject: Sql, actions: Sql): Sql => sql`exists (
  select from approval_execution as execution join approval_request as request using (site_id, request_id)
  where site_id = ${siteId} and request.subject = ${subject} and request.action = any(${actions}::text[]))`;

/** Rows from before the first entry of the site were decided by other rules. */
const chainStart = (siteId: number): Sql => sql`coalesce((
  select to_timestamp(acted_ms / 1000.0) from audit_entry where site_id = ${siteId} and sequence = 1), 'infinity'::timestamptz)`;

/** The greatest amount that one person could decide alone: the default, and the limits of executed requests. */
const ceiling = (siteId: number, action: string, defaultLimit: bigint): Sql => sql`greatest(${defaultLimit}::bigint,
  (select max(${amountOf(sql`request.content::jsonb #>> '{input,amount}'`)}) from approval_request as request
    join approval_execution using (site_id, request_id)
    where site_id = ${siteId} and request.action = 'operator.set-limit' and request.content::jsonb #>> '{input,action}' = ${action}))`;

const amountOf = (text: Sql): Sql => sql`case when replace(${text}, ',', '') ~ '^[0-9]{1,12}(\\.[0-9]{1,4})?$'
  then (replace(${text}, ',', '')::numeric * 10000)::bigint end`;

const referenceOf = (letter: string, id: Sql): Sql =>
  sql`${letter} || lpad(${id}::text, greatest(8, length(${id}::text)), '0')`;
const accountOf = sql`'account ' || coalesce(account.bank_code || '/', '') || account.account`;

export const approvalRules: readonly ApprovalRule[] = [
  {
    name: 'an adjustment has its executed request',
    find: (siteId) => sql`
      select 'transfer ' || transfer_id || ' of member ' || owner_id || ': ' || key as detail from ledger_transfer as posted
      where site_id = ${siteId} and account_kind('adjustments') in (from_kind, to_kind) and created_at > now() - interval '1 day' and not exists (
        select from approval_execution as execution join approval_request as request using (site_id, request_id)
        where execution.site_id = posted.site_id and posted.key ~ ('^adjust:R' || execution.request_id || '(:|$)')
          and request.subject = 'balance of member ' || owner_id
          and request.action = case when to_kind = account_kind('adjustments') then 'adjustment.debit' else 'adjustment.credit' end
          and ${amountOf(sql`request.content::jsonb #>> '{input,amount}'`)} = amount_e4)`,
  },
  {
    name: 'an open receiving account has its executed request',
    find: (siteId) => sql`
      select ${accountOf} || ' is open' as detail from receiving_account as account
      cross join lateral (select max(sequence) as closed, max(acted_ms) as closed_ms from audit_entry as entry
        where entry.site_id = account.site_id and subject = ${accountOf} and action = 'account.close' and outcome = 'done') as before
      where account.site_id = ${siteId} and account.active_to is null and not (is_known and closed is null)
        and not exists (select from approval_execution as execution join approval_request as request using (site_id, request_id)
          where site_id = ${siteId} and request.subject = ${accountOf} and request.action = 'account.open'
            and executed_at >= to_timestamp(coalesce(closed_ms, 0) / 1000.0))
        and not exists (select from audit_entry as entry
          where entry.site_id = account.site_id and subject = ${accountOf} and action = 'account.open' and outcome = 'done'
            and content::jsonb ->> 'channel' = 'host' and sequence > coalesce(closed, 0))`,
  },
  {
    name: 'a payout above the limit has its executed request',
    find: (siteId, defaultLimit) => sql`
      select ${referenceOf('W', sql`withdrawal_id`)} || ' of ' || trim_scale(amount_e4 / 10000.0) || ' baht, decided by ' || decided_by as detail
      from withdrawal join site using (site_id)
      where site_id = ${siteId} and withdrawal.state in ('approved', 'paying', 'paid') and decided_at > ${chainStart(siteId)}
        and amount_e4 > ${ceiling(siteId, 'withdrawal.approve', defaultLimit)}
        and (review_reasons <> '{}' or amount_e4 > withdraw_automatic_max_e4)
        and not ${isExecuted(siteId, referenceOf('W', sql`withdrawal_id`), sql`array['withdrawal.approve', 'payout.confirm-paid']`)}
        and not ${isExecuted(siteId, sql`'payout P' || site_id || '-' || withdrawal_id`, sql`array['payout.record-lost']`)}`,
  },
  {
    name: 'a payout resolved by hand has its executed request',
    find: (siteId) => sql`
      select ${referenceOf('W', sql`withdrawal_id`)} || ' is ' || state || ', decided by ' || decided_by as detail from payout_dispute
      where site_id = ${siteId} and decided_at > ${chainStart(siteId)}
        and not ${isExecuted(
          siteId,
          referenceOf('W', sql`withdrawal_id`),
          sql`array['payout.confirm-paid', 'payout.confirm-failed']`,
        )}
        and not ${isExecuted(siteId, sql`'payout P' || site_id || '-' || withdrawal_id`, sql`array['payout.record-lost']`)}`,
  },
  {
    name: 'a released win above the limit has its executed request',
    find: (siteId, defaultLimit) => sql`
      select provider || ' ' || tx_id || ' of member ' || member_id as detail from held_win
      where site_id = ${siteId} and state = 'released' and decided_at > ${chainStart(siteId)}
        and amount_e4 > ${ceiling(siteId, 'win.release', defaultLimit)}
        and not ${isExecuted(siteId, sql`provider || ' ' || tx_id`, sql`array['win.release']`)}`,
  },
  {
    name: 'a limit of a role has its executed request',
    find: (siteId) => sql`
      select role || ' ' || action || ': ' || trim_scale(amount_e4 / 10000.0) || ' baht, a day ' || trim_scale(day_e4 / 10000.0) as detail
      from operator_limit as held
      where site_id = ${siteId} and not exists (
        select from approval_execution as execution join approval_request as request using (site_id, request_id)
        where site_id = held.site_id and request.subject = 'limit ' || held.role || ' ' || held.action
          and request.action = 'operator.set-limit'
          and ${amountOf(sql`request.content::jsonb #>> '{input,amount}'`)} = amount_e4
          and ${amountOf(sql`request.content::jsonb #>> '{input,day}'`)} = day_e4)`,
  },
  {
    name: 'a role has its executed request',
    find: (siteId) => sql`
      select role || ' of ' || name as detail from operator_role as held join operator using (operator_id)
      where held.site_id = ${siteId} and not is_demo and held.ended_at is null
        and not exists (
          select from approval_execution as execution join approval_request as request using (site_id, request_id)
          where site_id = held.site_id and request_id = held.request_id and request.subject = 'operator ' || name
            and request.action = any(array['operator.invite', 'operator.add-role'])
            and held.role = any(regexp_split_to_array(
              coalesce(request.content::jsonb #>> '{input,role}', request.content::jsonb #>> '{input,roles}'), '[\\s,]+')))
        and not (held.request_id is null and exists (
          select from audit_entry as entry where entry.site_id = held.site_id and entry.subject = 'operator ' || name
            and entry.action = 'operator.invite' and entry.outcome = 'done'
            and content::jsonb ->> 'channel' = 'host' and content::jsonb #> '{after,roles}' @> to_jsonb(held.role)))`,
  },
];

/** Violations of a rule, at most 20. */
export async function listViolations(
  database: Queryable,
  siteId: number,
  { rule, defaultLimit }: { readonly rule: ApprovalRule; readonly defaultLimit: bigint },
): Promise<readonly string[]> {
  const rows = await database.rows<{ detail: string }>(
    sql`select detail from (${rule.find(siteId, defaultLimit)}) as found order by detail limit 20`,
  );
  return rows.map(({ detail }) => detail);
}
