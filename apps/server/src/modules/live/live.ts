// Live updates for an open window of a member: the wallet after every change, and state changes of deposits,
// withdrawals and held wins.
//
// Always true: each message is read from the database when it is sent, so lost, duplicated or delayed signals cause no
// error. The id of a message is the time of its read. A window that reconnects with an id receives the wallet and all
// later changes. Streams per member are limited, and a window that stops reading is disconnected.
//
// Elsewhere: change signals (core/member-events.ts), contract format (live.routes.ts).

import { type Database, isDatabaseUnavailable } from '@chaba/database';

import { onMemberChanged } from '#core/member-events';
import { loadBalances, type MemberBalances } from '#modules/balances';

/** A state change in the contract's format, with its time. */
type Change = {
  readonly event: 'deposit' | 'withdrawal' | 'heldWin';
  readonly data: unknown;
  readonly at: Date;
};

/** Loads the changes of one module. */
export type ChangeSource = (
  database: Database,
  of: { readonly siteId: number; readonly memberId: bigint; readonly since: Date },
) => Promise<Change[]>;

export type Watcher = {
  readonly wallet: (wallet: MemberBalances) => void;
  readonly change: (change: Change, at: Date) => void;
  readonly failed: (error: unknown) => void;
};

/** Signals arrive in bursts (a slot round emits several), so one read serves all signals of this interval. */
const BATCH_MS = 60;
/** Interval of reads while the database is unavailable, once to twice this long. */
const RETRY_MS = 2_000;
/** A change may be committed later than its timestamp, so each read overlaps the previous one. */
const OVERLAP_MS = 5_000;
const REPLAY_MAX_MS = 24 * 3_600_000;

/** Sends the wallet and later changes to a watcher until the returned function is called. */
export function watchMember(
  database: Database,
  sources: readonly ChangeSource[],
  of: { readonly siteId: number; readonly memberId: bigint; readonly lastSeen: Date | undefined },
  watcher: Watcher,
): () => void {
  const sent = new Set<string>();
  let since = of.lastSeen;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isReadRequested = false;

  async function readAndSend(): Promise<void> {
    const wallet = await loadBalances(database, of.siteId, of.memberId);
    const from = new Date(Math.max((since ?? wallet.at).getTime() - OVERLAP_MS, wallet.at.getTime() - REPLAY_MAX_MS));
    const changes = (await Promise.all(sources.map((source) => source(database, { ...of, since: from })))).flat();
    if (isEnded) return;
    // Sent even if unchanged: settling a lost bet moves no money, but the lists show it as running.
    watcher.wallet(wallet);
    for (const change of changes.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const key = JSON.stringify([change.event, change.data, change.at]);
      // Changes before the window opened are part of the pages it loads.
      const isOld = since === undefined && change.at < wallet.at;
      if (!sent.has(key) && !isOld) watcher.change(change, wallet.at);
      sent.add(key);
    }
    since = wallet.at;
  }

  async function readInTurn(): Promise<void> {
    if (isReading) {
      isReadRequested = true;
      return;
    }
    isReading = true;
    try {
      do {
        isReadRequested = false;
        await readAndSend();
      } while (isReadRequested);
    } catch (error) {
      if (isEnded) return;
      // A failover ends by itself, and a stream that ends would only come back to the same database.
      if (isDatabaseUnavailable(error)) readAfter(RETRY_MS * (1 + Math.random()));
      else watcher.failed(error);
    } finally {
      isReading = false;
    }
  }

  function readAfter(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void readInTurn();
    }, delayMs);
  }

  const stop = onMemberChanged(of.siteId, of.memberId, () => readAfter(BATCH_MS));
  void readInTurn();
  return () => {
    isEnded = true;
    if (timer !== undefined) clearTimeout(timer);
    stop();
  };
}
