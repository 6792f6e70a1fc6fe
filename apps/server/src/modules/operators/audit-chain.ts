// The audit chain of a site: what operators did, each entry with the hash of the one before it.
//
// Always true: an entry is the last statement of the transaction that it describes, so an action without its entry does
// not happen. One writer at a time holds the head of a site. The hash covers the stored text, so no rounding breaks it.
//
// Elsewhere: keys and checks (packages/database/migrations), actions (actions.ts).

import { createHash } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';

import * as approvals from './approvals.store.ts';
import * as store from './audit-chain.store.ts';
import { isProofTrue } from './factors.ts';
import { checkSeals } from './page-access.store.ts';

export type ChainRecord = {
  readonly operator: string;
  readonly role: string;
  /** `job`: a job that the person started; the session names it. */
  readonly channel: 'web' | 'cli' | 'host' | 'job';
  readonly action: string;
  readonly subject: string;
  readonly outcome: 'done' | 'requested' | 'refused';
  readonly reason?: string | undefined;
  readonly session?: string | undefined;
  readonly network?: string | undefined;
  readonly factor?: string | undefined;
  readonly member?: bigint | undefined;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  /** The code of a refused action. */
  readonly code?: string | undefined;
  readonly request?: string | undefined;
  readonly key?: string | undefined;
  readonly mode?: 'play' | undefined;
  /** How long the item was in its queue before the decision, and the target of the queue then. */
  readonly waitedSeconds?: number | undefined;
  readonly targetSeconds?: number | undefined;
};

export { type ChainEntry, type EntryFilter, type LastChange, listLastChanges } from './audit-chain.store.ts';

const NO_HASH = Buffer.alloc(32);
const PAGE_ENTRIES = 1_000;
const PROBLEMS_SHOWN_MAX = 20;
const PAGE_SEALS = 200;

/** Appends an entry; the last statement of its transaction. */
export async function appendEntry(tx: Transaction, siteId: number, entry: ChainRecord): Promise<void> {
  await store.lockHead(tx, siteId);
  const last = await store.findLast(tx, siteId);
  const seal = last === undefined ? await store.sealLog(tx, siteId) : undefined;
  const { member, ...fields } = entry;
  const content = JSON.stringify({
    v: 1,
    actedMs: Date.now(),
    ...fields,
    ...(member === undefined ? {} : { member: String(member) }),
    // The first entry seals the records from before the chain.
    ...(seal === undefined ? {} : { sealedLog: seal }),
  });
  await store.insertEntry(tx, siteId, {
    sequence: (last?.sequence ?? 0n) + 1n,
    previousHash: last?.hash ?? NO_HASH,
    content,
  });
}

/** `sequence:hash` of the last entry; empty: no entry. */
export async function loadChainHead(database: Queryable, siteId: number): Promise<string> {
  const last = await store.findLast(database, siteId);
  return last === undefined ? '' : `${last.sequence}:${last.hash.toString('hex')}`;
}

/** Entries that match, newest first. */
export function listEntries(
  database: Queryable,
  siteId: number,
  filter: store.EntryFilter,
): Promise<store.ChainEntry[]> {
  return store.listEntries(database, siteId, filter);
}

/** Entries of the host at the sites of an admin since the sign-in before this one; other roles read nothing of it. */
export async function countHostEntries(
  database: Queryable,
  {
    name,
    roles,
  }: { readonly name: string; readonly roles: readonly { readonly siteId: number; readonly role: string }[] },
): Promise<number> {
  const siteIds = roles.filter(({ role }) => role === 'admin').map(({ siteId }) => siteId);
  return siteIds.length === 0 ? 0 : store.countHostEntries(database, { siteIds, operator: name });
}

/** The entry of an action that was sent before under the same key. */
export function findEntryByKey(
  database: Queryable,
  siteId: number,
  of: { readonly operator: string; readonly key: string },
): Promise<store.ChainEntry | undefined> {
  return store.findByKey(database, siteId, of);
}

export type ChainCheck = {
  readonly entries: bigint;
  /** `sequence:hash` of the last entry; empty: no entry. */
  readonly head: string;
  /** The first problems, each a sentence with number and rule. */
  readonly problems: readonly string[];
};

/**
 * Recomputes the chain of a site from its stored texts.
 * @param expectedHead `sequence:hash` that was recorded earlier: a chain that does not contain it was cut or rewritten.
 */
export async function verifyChain(database: Database, siteId: number, expectedHead?: string): Promise<ChainCheck> {
  const problems: string[] = [];
  const [wantedSequence = '', wantedHash = ''] = expectedHead?.split(':') ?? [];
  let previous: Buffer = NO_HASH;
  let expected = 1n;
  let isHeadFound = expectedHead === undefined;
  for await (const page of store.pageEntries(database, siteId, PAGE_ENTRIES)) {
    for (const { sequence, previousHash, content, hash } of page) {
      if (sequence !== expected) problems.push(`entry ${sequence} follows entry ${expected - 1n}: an entry is missing`);
      else if (!previousHash.equals(previous)) {
        problems.push(`entry ${sequence} does not name the hash of the one before`);
      }
      const own = computeHash(siteId, { sequence, previousHash, content });
      if (!own.equals(hash)) problems.push(`entry ${sequence} has another content than its hash`);
      if (String(sequence) === wantedSequence && own.toString('hex') === wantedHash) isHeadFound = true;
      previous = hash;
      expected = sequence + 1n;
    }
    if (problems.length >= PROBLEMS_SHOWN_MAX) break;
  }
  const last = expected - 1n;
  if (!isHeadFound) {
    problems.push(
      last < BigInt(wantedSequence || '0')
        ? `entries ${last + 1n} to ${wantedSequence} are missing`
        : `entry ${wantedSequence} is not the recorded one`,
    );
  }
  problems.push(
    ...(await store.listUnrecordedDecisions(database, siteId)),
    ...(await listFalseProofs(database, siteId)),
    ...(await listBrokenSeals(database, siteId)),
  );
  return {
    entries: last,
    head: last === 0n ? '' : `${last}:${previous.toString('hex')}`,
    problems: problems.slice(0, PROBLEMS_SHOWN_MAX),
  };
}

async function listFalseProofs(database: Database, siteId: number): Promise<string[]> {
  const found: string[] = [];
  for (const each of await approvals.listProvenDecisions(database, siteId)) {
    const { requestId, contentHash, decidedBy, deciderName, proof } = each;
    const decision = { siteId, request: `R${requestId}`, contentHash };
    if (await isProofTrue(database, { decision, decidedBy, proof })) continue;
    found.push(`request R${requestId} was decided by ${deciderName} without a passkey of this person`);
  }
  return found;
}

/** Seals of opened member pages that differ from the rows, or do not follow each other. */
async function listBrokenSeals(database: Database, siteId: number): Promise<string[]> {
  const found: string[] = [];
  let [after, end] = [0n, ''];
  let isLast = false;
  while (!isLast && found.length < PROBLEMS_SHOWN_MAX) {
    const seals = await checkSeals(database, siteId, { after, limit: PAGE_SEALS });
    for (const { sequence, from, to, isWhole } of seals) {
      if (from !== end) found.push(`entry ${sequence} does not seal member pages from the end of the seal before`);
      if (!isWhole) found.push(`opened member pages before ${to} differ from their seal in entry ${sequence}`);
      [after, end] = [sequence, to];
    }
    isLast = seals.length < PAGE_SEALS;
  }
  return found;
}

function computeHash(
  siteId: number,
  {
    sequence,
    previousHash,
    content,
  }: { readonly sequence: bigint; readonly previousHash: Buffer; readonly content: string },
): Buffer {
  return createHash('sha256').update(previousHash).update(`${siteId}:${sequence}:${content}`).digest();
}
