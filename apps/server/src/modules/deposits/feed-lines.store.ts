// SQL of the lines of the bank's feed. Rows are only ever added; the movement names its line.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { FeedLine, KnownLine } from './feed-matching.ts';
import type { OwnedAccount } from './receiving-accounts.store.ts';

export type NewLine = FeedLine & {
  readonly fingerprint: string;
  readonly receivingAccountId: bigint;
  readonly named: { readonly siteId: number; readonly memberId: bigint } | undefined;
  readonly twinOf: bigint | undefined;
};

export async function insertFeedLine(tx: Transaction, siteId: number, line: NewLine): Promise<bigint> {
  const { feedLineId } = await tx.one<{ feedLineId: bigint }>(sql`
    insert into feed_line (site_id, fingerprint, bank_line_id, receiving_account_id, amount_e4, transferred_at, sender_bank,
      sender_tail, sender_name, trans_ref, balance_after_e4, named_site_id, named_member_id, twin_of)
    values (${siteId}, ${line.fingerprint}, ${line.bankLineId}, ${line.receivingAccountId}, ${line.amount}, ${line.transferredAt},
      ${line.senderBank ?? null}, ${line.senderTail ?? null}, ${line.senderName ?? null}, ${line.transRef ?? null},
      ${line.balanceAfter ?? null}, ${line.named?.siteId ?? null}, ${line.named?.memberId ?? null}, ${line.twinOf ?? null})
    returning feed_line_id as "feedLineId"`);
  return feedLineId;
}

/** Lines that may be this one: of its id, or of its account, amount and time. */
export function listSimilarLines(
  database: Queryable,
  account: OwnedAccount,
  of: { readonly bankLineId: string | undefined; readonly amount: Money; readonly from: Date; readonly to: Date },
): Promise<KnownLine[]> {
  const columns = sql`
    l.feed_line_id as "feedLineId", bank_line_id as "bankLineId", amount_e4 as amount, transferred_at as "transferredAt",
    sender_bank as "senderBank", sender_tail as "senderTail", balance_after_e4 as "balanceAfter",
    (twin_of is not null or exists (select from feed_line t where t.site_id = l.site_id and t.twin_of = l.feed_line_id)) as "hasTwin"
    from feed_line l where l.site_id = ${account.siteId} and l.receiving_account_id = ${account.receivingAccountId}`;
  return database.rows(sql`
    select ${columns} and amount_e4 = ${of.amount} and transferred_at between ${of.from} and ${of.to}
    union
    select ${columns} and bank_line_id = ${of.bankLineId ?? null} and ${of.bankLineId ?? null}::text is not null
    order by 1`);
}
