// What an open window of a member is told by itself: the wallet after whatever happened, deposits, withdrawals
// and held wins when they moved on.
//
// Always true: everything told is read from the database when it is told, so a message that is lost, doubled or late makes
// nothing wrong; each message's id is the time it was read at, and a window that comes back with an id is told the wallet and
// whatever moved on since. Nobody has more than a few streams, and a window that does not read is let go.
//
// Elsewhere: who says that something changed (core/member-events.ts), the words on the wire (live.routes.ts).

import type { Database } from '@chaba/database';

import { onMemberChanged } from '#core/member-events';
import { readWallet, type Wallet } from '#modules/wallet';

/** Something of a member's that moved on: already in wire words, with the time of the change. */
export type Change = {
  readonly event: 'deposit' | 'withdrawal' | 'heldWin';
  readonly data: unknown;
  readonly at: Date;
};

/** Where changes come from: one function for each module that has some. */
export type ChangeSource = (
  database: Database,
  of: { readonly siteId: number; readonly memberId: bigint; readonly since: Date },
) => Promise<Change[]>;

export type Watcher = {
  readonly wallet: (wallet: Wallet) => void;
  readonly change: (change: Change, at: Date) => void;
  readonly failed: (error: unknown) => void;
};

/** Signals come in bursts (a slot round is several); one look serves them all. */
const GATHER_MS = 60;
/** A change may be committed a little later than its time says; looking back a little misses none. */
const LOOK_BACK_MS = 5_000;
const LOOK_BACK_MAX_MS = 24 * 3_600_000;

/** Tells a watcher the wallet now and whatever changes, until the answered function is called. */
export function watchMember(
  database: Database,
  sources: readonly ChangeSource[],
  of: { readonly siteId: number; readonly memberId: bigint; readonly lastSeen: Date | undefined },
  watcher: Watcher,
): () => void {
  const told = new Set<string>();
  let since = of.lastSeen;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isAskedAgain = false;

  async function look(): Promise<void> {
    const wallet = await readWallet(database, of.siteId, of.memberId);
    const from = new Date(
      Math.max((since ?? wallet.at).getTime() - LOOK_BACK_MS, wallet.at.getTime() - LOOK_BACK_MAX_MS),
    );
    const changes = (await Promise.all(sources.map((source) => source(database, { ...of, since: from })))).flat();
    if (isEnded) return;
    // Told though it be the same: a lost bet that is settled moves nothing here, and the lists show it as running.
    watcher.wallet(wallet);
    for (const change of changes.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
      const key = JSON.stringify([change.event, change.data, change.at]);
      // What had moved on before the window opened is in the pages it loads.
      const isOld = since === undefined && change.at < wallet.at;
      if (!told.has(key) && !isOld) watcher.change(change, wallet.at);
      told.add(key);
    }
    since = wallet.at;
  }

  async function lookInTurn(): Promise<void> {
    if (isLooking) {
      isAskedAgain = true;
      return;
    }
    isLooking = true;
    try {
      do {
        isAskedAgain = false;
        await look();
      } while (isAskedAgain);
    } catch (error) {
      if (!isEnded) watcher.failed(error);
    } finally {
      isLooking = false;
    }
  }

  const stop = onMemberChanged(of.siteId, of.memberId, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void lookInTurn();
    }, GATHER_MS);
  });
  void lookInTurn();
  return () => {
    isEnded = true;
    if (timer !== undefined) clearTimeout(timer);
    stop();
  };
}
