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
import { liveDelay } from '#core/metrics';
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

type Watcher = {
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
  const delay = createDelayTimer();

  async function readAndSend(observeDelay: () => void): Promise<void> {
    const wallet = await loadBalances(database, of.siteId, of.memberId);
    const from = new Date(Math.max((since ?? wallet.at).getTime() - OVERLAP_MS, wallet.at.getTime() - REPLAY_MAX_MS));
    const changes = (await Promise.all(sources.map((source) => source(database, { ...of, since: from })))).flat();
    if (isEnded) return;
    // Sent even if unchanged: settling a lost bet moves no money, but the lists show it as running.
    watcher.wallet(wallet);
    observeDelay();
    for (const change of changes.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const key = JSON.stringify([change.event, change.data, change.at]);
      // Changes before the window opened are part of the pages it loads.
      const isOld = since === undefined && change.at < wallet.at;
      if (!sent.has(key) && !isOld) watcher.change(change, wallet.at);
      sent.add(key);
    }
    since = wallet.at;
  }

  const readInTurn = createTurns(
    () => delay.time(readAndSend),
    (error) => {
      if (isEnded) return;
      // A failover ends by itself, and the client of an ended stream would reconnect to the same database.
      if (isDatabaseUnavailable(error)) readAfter(RETRY_MS * (1 + Math.random()));
      else watcher.failed(error);
    },
  );

  function readAfter(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void readInTurn();
    }, delayMs);
  }

  const onChange = delay.from(() => readAfter(BATCH_MS));
  const stop = onMemberChanged(of.siteId, of.memberId, onChange);
  void readInTurn();
  return () => {
    isEnded = true;
    if (timer !== undefined) clearTimeout(timer);
    stop();
  };
}

/** Runs work one run at a time: calls during a run are served by one more run. */
function createTurns(work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let isRunning = false;
  let isRequested = false;
  return async () => {
    if (isRunning) {
      isRequested = true;
      return;
    }
    isRunning = true;
    try {
      do {
        isRequested = false;
        await work();
      } while (isRequested);
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  };
}

/** Times a change from its first signal to the read that serves it. */
function createDelayTimer() {
  let signalledAt: number | undefined;
  return {
    from: (work: () => void) => () => {
      signalledAt ??= performance.now();
      work();
    },
    /** A read that fails serves no signal: the next one does. */
    async time(read: (observe: () => void) => Promise<void>): Promise<void> {
      const startedAt = signalledAt;
      signalledAt = undefined;
      try {
        await read(() => {
          if (startedAt !== undefined) liveDelay.observe((performance.now() - startedAt) / 1_000);
        });
      } catch (error) {
        signalledAt = startedAt ?? signalledAt;
        throw error;
      }
    },
  };
}
