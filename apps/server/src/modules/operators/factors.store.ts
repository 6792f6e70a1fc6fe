// SQL of factors, sessions, one-time codes, challenges and wrong tries.

import { type Queryable, sql } from '@chaba/database';

/** False if this step or a later one was used before. */
export async function useTotpStep(database: Queryable, operatorId: string, step: number): Promise<boolean> {
  const touched = await database.execute(sql`
    update operator set totp_step = ${step}::bigint where operator_id = ${operatorId}::uuid and totp_step < ${step}::bigint`);
  return touched === 1;
}

export type Passkey = {
  readonly credentialId: string;
  readonly operatorId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly label: string;
  readonly createdAt: Date;
};

const passkeyColumns = sql`
  credential_id as "credentialId", operator_id as "operatorId", public_key as "publicKey", counter, transports, label,
  created_at as "createdAt"`;

export function findPasskey(database: Queryable, credentialId: string): Promise<Passkey | undefined> {
  return database.oneOrNone(
    sql`select ${passkeyColumns} from operator_credential where credential_id = ${credentialId}`,
  );
}

export function listPasskeys(database: Queryable, operatorId: string): Promise<Passkey[]> {
  return database.rows(sql`
    select ${passkeyColumns} from operator_credential where operator_id = ${operatorId}::uuid order by created_at`);
}

export async function insertPasskey(tx: Queryable, row: Omit<Passkey, 'createdAt'>): Promise<void> {
  await tx.execute(sql`
    insert into operator_credential (credential_id, operator_id, public_key, counter, transports, label)
    values (${row.credentialId}, ${row.operatorId}::uuid, ${row.publicKey}, ${row.counter}, ${row.transports}::text[], ${row.label})`);
}

/** False if another sign-in raised the counter meanwhile. */
export async function raiseCounter(
  database: Queryable,
  credentialId: string,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<boolean> {
  const touched = await database.execute(sql`
    update operator_credential set counter = ${to}, used_at = now()
    where credential_id = ${credentialId} and counter = ${from}`);
  return touched === 1;
}

export async function deletePasskeys(tx: Queryable, operatorId: string): Promise<void> {
  await tx.execute(sql`delete from operator_credential where operator_id = ${operatorId}::uuid`);
}

/** The stored parts of an assertion, for a later check. */
export type PasskeyProof = {
  readonly credentialId: string;
  readonly challenge: string;
  /** Of a decision. */
  readonly nonce?: string | undefined;
  readonly origin: string;
  readonly response: unknown;
};

export type OperatorSessionRow = {
  readonly sessionId: string;
  readonly operatorId: string;
  readonly factor: 'passkey' | 'totp' | 'demo';
  readonly network: string;
  readonly deviceName: string;
  readonly createdAt: Date;
  readonly actedAt: Date;
  readonly idleLeft: number;
  readonly lifeLeft: number;
  readonly stepUpLeft: number;
  readonly name: string;
  readonly displayName: string;
  readonly isDemo: boolean;
};

type Lives = { readonly idleSeconds: number; readonly lifeSeconds: number; readonly stepUpSeconds: number };

const sessionColumns = ({ idleSeconds, lifeSeconds, stepUpSeconds }: Lives) => sql`
  session_id as "sessionId", operator_id as "operatorId", factor, network, device_name as "deviceName", session.created_at as "createdAt",
  acted_at as "actedAt",
  ${idleSeconds}::float8 - extract(epoch from clock_timestamp() - acted_at)::float8 as "idleLeft",
  ${lifeSeconds}::float8 - extract(epoch from clock_timestamp() - session.created_at)::float8 as "lifeLeft",
  coalesce(${stepUpSeconds}::float8 - extract(epoch from clock_timestamp() - stepped_up_at)::float8, 0) as "stepUpLeft",
  name, display_name as "displayName", is_demo as "isDemo"`;

/** `cli`: of the command line. A token of one channel is none of the other. */
export type SessionChannel = 'web' | 'cli';

/** An open session of an operator who is not disabled. */
export function findSession(
  database: Queryable,
  of: { readonly tokenHash: Buffer; readonly channel: SessionChannel },
  lives: Lives,
): Promise<OperatorSessionRow | undefined> {
  return database.oneOrNone(sql`
    select ${sessionColumns(lives)} from operator_session as session join operator using (operator_id)
    where token_hash = ${of.tokenHash} and channel = ${of.channel} and disabled_at is null
      and acted_at > clock_timestamp() - make_interval(secs => ${lives.idleSeconds}::int)
      and session.created_at > clock_timestamp() - make_interval(secs => ${lives.lifeSeconds}::int)`);
}

export function listSessions(database: Queryable, operatorId: string, lives: Lives): Promise<OperatorSessionRow[]> {
  return database.rows(sql`
    select ${sessionColumns(lives)} from operator_session as session join operator using (operator_id)
    where operator_id = ${operatorId}::uuid
      and acted_at > clock_timestamp() - make_interval(secs => ${lives.idleSeconds}::int)
    order by session.created_at desc`);
}

export async function insertSession(
  tx: Queryable,
  row: {
    readonly tokenHash: Buffer;
    readonly operatorId: string;
    readonly factor: OperatorSessionRow['factor'];
    readonly network: string;
    readonly deviceName: string;
    readonly channel: SessionChannel;
  },
): Promise<string> {
  const made = await tx.one<{ sessionId: string }>(sql`
    insert into operator_session (token_hash, operator_id, factor, network, device_name, channel, stepped_up_at)
    values (${row.tokenHash}, ${row.operatorId}::uuid, ${row.factor}, ${row.network}, ${row.deviceName}, ${row.channel},
      clock_timestamp())
    returning session_id as "sessionId"`);
  return made.sessionId;
}

/** Keeps the newest sessions of the operator. */
export async function deleteOldSessions(tx: Queryable, operatorId: string, kept: number): Promise<void> {
  await tx.execute(sql`
    delete from operator_session where operator_id = ${operatorId}::uuid and token_hash not in (
      select token_hash from operator_session where operator_id = ${operatorId}::uuid order by created_at desc limit ${kept})`);
}

export async function extendSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.execute(sql`
    update operator_session set acted_at = clock_timestamp() where token_hash = ${tokenHash}`);
}

export async function markSteppedUp(database: Queryable, sessionId: string, network: string): Promise<void> {
  await database.execute(sql`
    update operator_session set stepped_up_at = clock_timestamp(), acted_at = clock_timestamp(), network = ${network}
    where session_id = ${sessionId}::uuid`);
}

export async function deleteSession(
  database: Queryable,
  of: { readonly operatorId: string; readonly sessionId: string },
): Promise<boolean> {
  const touched = await database.execute(sql`
    delete from operator_session where operator_id = ${of.operatorId}::uuid and session_id = ${of.sessionId}::uuid`);
  return touched === 1;
}

export async function deleteSessions(tx: Queryable, operatorId: string): Promise<number> {
  return tx.execute(sql`delete from operator_session where operator_id = ${operatorId}::uuid`);
}

export type CodeKind = 'invitation' | 'enrolment' | 'recovery';
export type CodeRow = {
  readonly operatorId: string;
  readonly kind: CodeKind;
  readonly totpSecret: string | null;
};

export async function insertCode(
  tx: Queryable,
  row: {
    readonly codeHash: Buffer;
    readonly operatorId: string;
    readonly kind: CodeKind;
    readonly lifeSeconds: number | null;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into operator_code (code_hash, operator_id, kind, expires_at)
    values (${row.codeHash}, ${row.operatorId}::uuid, ${row.kind}, now() + make_interval(secs => ${row.lifeSeconds}::int))`);
}

/** Replaces the login of the command line that the person has not confirmed. */
export async function replaceLogin(
  tx: Queryable,
  row: {
    readonly codeHash: Buffer;
    readonly operatorId: string;
    readonly tokenHash: Buffer;
    readonly lifeSeconds: number;
  },
): Promise<void> {
  await tx.execute(sql`delete from operator_login where operator_id = ${row.operatorId}::uuid`);
  await tx.execute(sql`
    insert into operator_login (code_hash, operator_id, token_hash, expires_at)
    values (${row.codeHash}, ${row.operatorId}::uuid, ${row.tokenHash}, now() + make_interval(secs => ${row.lifeSeconds}::int))`);
}

/** Deletes a login of this person that has not expired and returns the hash of its token. */
export async function takeLogin(
  tx: Queryable,
  of: { readonly codeHash: Buffer; readonly operatorId: string },
): Promise<Buffer | undefined> {
  const row = await tx.oneOrNone<{ tokenHash: Buffer }>(sql`
    delete from operator_login
    where code_hash = ${of.codeHash} and operator_id = ${of.operatorId}::uuid and expires_at > now()
    returning token_hash as "tokenHash"`);
  return row?.tokenHash;
}

/** An unused code that has not expired, locked until the transaction ends. */
export function lockCode(tx: Queryable, codeHash: Buffer): Promise<CodeRow | undefined> {
  return tx.oneOrNone(sql`
    select operator_id as "operatorId", kind, totp_secret as "totpSecret" from operator_code
    where code_hash = ${codeHash} and used_at is null and (expires_at is null or expires_at > now()) for update`);
}

export async function setCodeSecret(tx: Queryable, codeHash: Buffer, secret: string): Promise<void> {
  await tx.execute(sql`update operator_code set totp_secret = ${secret} where code_hash = ${codeHash}`);
}

export async function useCode(tx: Queryable, codeHash: Buffer): Promise<void> {
  await tx.execute(sql`update operator_code set used_at = now(), totp_secret = null where code_hash = ${codeHash}`);
}

export async function deleteCodes(tx: Queryable, operatorId: string, kinds: readonly CodeKind[]): Promise<void> {
  await tx.execute(sql`
    delete from operator_code where operator_id = ${operatorId}::uuid and kind = any(${kinds}::text[]) and used_at is null`);
}

export async function countCodes(database: Queryable, operatorId: string): Promise<number> {
  const row = await database.one<{ count: number }>(sql`
    select count(*)::int as count from operator_code
    where operator_id = ${operatorId}::uuid and kind = 'recovery' and used_at is null`);
  return row.count;
}

export type ChallengePurpose = 'sign-in' | 'enrol' | 'step-up' | 'decide';

export async function insertChallenge(
  database: Queryable,
  row: {
    readonly challenge: string;
    readonly purpose: ChallengePurpose;
    readonly operatorId: string | null;
    readonly contentHash: Buffer | null;
    readonly lifeSeconds: number;
  },
): Promise<void> {
  await database.execute(sql`delete from operator_challenge where expires_at < now()`);
  await database.execute(sql`
    insert into operator_challenge (challenge, purpose, operator_id, content_hash, expires_at)
    values (${row.challenge}, ${row.purpose}, ${row.operatorId}::uuid, ${row.contentHash}::bytea,
      now() + make_interval(secs => ${row.lifeSeconds}::int))`);
}

/** Deletes a challenge and returns its use; undefined: unknown, used or expired. */
export function takeChallenge(
  database: Queryable,
  challenge: string,
): Promise<
  | {
      readonly purpose: ChallengePurpose;
      readonly operatorId: string | null;
      readonly contentHash: Buffer | null;
    }
  | undefined
> {
  return database.oneOrNone(sql`
    delete from operator_challenge where challenge = ${challenge} and expires_at > now()
    returning purpose, operator_id as "operatorId", content_hash as "contentHash"`);
}

export async function isSubjectLocked(database: Queryable, subject: string): Promise<boolean> {
  const row = await database.one<{ locked: boolean }>(sql`
    select exists (select from operator_attempt where subject = ${subject} and locked_until > now()) as locked`);
  return row.locked;
}

/** `last`: this try locked the subject for the next ones. `locked`: it was locked, and nothing was counted. */
export type Counted = 'open' | 'last' | 'locked';

/**
 * Counts a try as wrong. `most` of them within the window lock the subject for the window; `mostOfAll` since the last
 * success lock it until an operator opens it.
 */
export async function countTry(
  database: Queryable,
  subject: string,
  limit: { readonly most: number; readonly mostOfAll: number | null; readonly windowSeconds: number },
): Promise<Counted> {
  const row = await database.oneOrNone<{ locked: boolean }>(sql`
    insert into operator_attempt as known (subject, failures, total_failures) values (${subject}, 1, 1)
    on conflict (subject) do update set
      failures = case when known.since > now() - make_interval(secs => ${limit.windowSeconds}::int) then known.failures else 0 end + 1,
      total_failures = known.total_failures + 1,
      since = case when known.since > now() - make_interval(secs => ${limit.windowSeconds}::int) then known.since else now() end,
      locked_until = case
        when known.total_failures + 1 >= ${limit.mostOfAll}::int then 'infinity'::timestamptz
        when (case when known.since > now() - make_interval(secs => ${limit.windowSeconds}::int) then known.failures else 0 end) + 1 >= ${limit.most}::int
          then now() + make_interval(secs => ${limit.windowSeconds}::int)
        else known.locked_until end
      where known.locked_until is null or known.locked_until <= now()
    returning locked_until is not null and locked_until > now() as locked`);
  if (row === undefined) return 'locked';
  return row.locked ? 'last' : 'open';
}

/** Deletes wrong tries after a success or an unlock. */
export async function deleteFailures(database: Queryable, subject: string): Promise<boolean> {
  return (await database.execute(sql`delete from operator_attempt where subject = ${subject}`)) === 1;
}

/** Expired sessions, challenges and counters; unused codes that expired. */
export async function deleteExpired(database: Queryable, lifeSeconds: number): Promise<void> {
  await database.execute(sql`
    delete from operator_session where created_at < now() - make_interval(secs => ${lifeSeconds}::int)`);
  await database.execute(sql`delete from operator_challenge where expires_at < now()`);
  await database.execute(sql`delete from operator_code where expires_at < now() - interval '1 day'`);
  await database.execute(sql`delete from operator_login where expires_at < now()`);
  await database.execute(sql`
    delete from operator_attempt where since < now() - interval '1 day' and (locked_until is null or locked_until < now())`);
}
