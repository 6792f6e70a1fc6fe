// SQL of the factories: rows as the product would have written them, without the work of a password hash each time.

import { type Database, sql } from '@chaba/database';

export type MemberRow = {
  readonly phone: string;
  readonly passwordHash: string;
  readonly playerId: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isNameVerified: boolean;
  readonly acceptsBonus: boolean;
  readonly affiliateKey: string;
  readonly walletId: string | null;
  readonly referrerId: bigint | null;
};

export async function insertMember(database: Database, siteId: number, member: MemberRow): Promise<bigint> {
  const row = await database.one<{ member_id: bigint }>(sql`
    insert into member (
      site_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name, is_name_verified, accepts_bonus,
      affiliate_key, wallet_id, referrer_id
    )
    values (
      ${siteId}, ${member.phone}, ${member.passwordHash}, ${member.playerId}, ${member.bankCode}, ${member.bankAccount},
      ${member.firstName}, ${member.lastName}, ${member.isNameVerified}, ${member.acceptsBonus}, ${member.affiliateKey}, ${member.walletId},
      ${member.referrerId}
    )
    returning member_id
  `);
  return row.member_id;
}

export async function insertSession(
  database: Database,
  siteId: number,
  memberId: bigint,
  tokenHash: Buffer,
): Promise<void> {
  await database.execute(sql`
    insert into member_session (site_id, token_hash, member_id, expires_at)
    values (${siteId}, ${tokenHash}, ${memberId}, now() + interval '24 hours')
  `);
}
