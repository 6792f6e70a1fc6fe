// The batcher of the wallet: commands wait in the lane of their member, and one database transaction applies all that
// wait.
//
//     command ─▶ lane (site, member mod lanes) ─▶ batch: lock lane · load · apply each · write ─▶ outcomes
//
// Always true: a lane has one batch in flight; commands that arrive meanwhile form the next batch, so a quiet lane
// responds at once and a busy one shares each flush. The database's lock on the lane keeps the order, so several
// processes may serve the same lane. After a failed batch its commands are applied one by one, so a command that fails
// does not fail others.
//
// The exception to "a use case opens its own transaction" (docs/architecture.md): here the lane opens it, for many.
//
// Elsewhere: the transaction of a batch (batch.ts), what precedes it (wallet.ts).

import { type Database, isDatabaseUnavailable } from '@chaba/database';
import { getLaneCount, laneOf } from '@chaba/ledger';

import { createPromiseCache } from '#core/promise-cache';

import { applyBatch } from './batch.ts';
import type { WalletCommand, WalletOutcome } from './commands.ts';

type Waiting = {
  readonly command: WalletCommand;
  readonly resolve: (outcome: WalletOutcome) => void;
  readonly reject: (error: unknown) => void;
};

type Lane = { readonly siteId: number; readonly lane: number; waiting: Waiting[]; isBusy: boolean };

const BATCH_MAX = 1_024;
const WAITING_MAX = 8_192;
/** More sites than one process serves. */
const COUNTS_MAX = 1_024;

export type WalletBatcher = {
  /** Applies the command with the others that wait in its member's lane. */
  submit(siteId: number, command: WalletCommand): Promise<WalletOutcome>;
};

export function createWalletBatcher(database: Database): WalletBatcher {
  const counts = createPromiseCache<number, number>(COUNTS_MAX);
  const lanes = new Map<string, Lane>();

  const countOf = (siteId: number): Promise<number> => counts.get(siteId, () => getLaneCount(database, siteId));

  function laneAt(siteId: number, number: number): Lane {
    const key = `${siteId}/${number}`;
    let lane = lanes.get(key);
    if (!lane) {
      lane = { siteId, lane: number, waiting: [], isBusy: false };
      lanes.set(key, lane);
    }
    return lane;
  }

  return {
    async submit(siteId, command) {
      const lane = laneAt(siteId, laneOf(command.memberId, await countOf(siteId)));
      if (lane.waiting.length >= WAITING_MAX) throw new Error('the lane is full');
      return new Promise((resolve, reject) => {
        lane.waiting.push({ command, resolve, reject });
        if (lane.isBusy) return;
        lane.isBusy = true;
        // Commands of this turn of the event loop form one batch.
        setImmediate(() => void serve(database, lane));
      });
    },
  };
}

/** Applies batches until the lane is empty. */
async function serve(database: Database, lane: Lane): Promise<void> {
  while (lane.waiting.length > 0) {
    const batch = lane.waiting.splice(0, BATCH_MAX);
    try {
      const outcomes = await applyBatch(
        database,
        lane,
        batch.map(({ command: call }) => call),
      );
      // The next batch starts first: responding takes as long as the database needs to load that batch.
      setImmediate(answer, batch, outcomes);
    } catch (error) {
      // Without a database, retrying one by one would fail the same way.
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else await serveSingly(database, lane, batch);
    }
  }
  lane.isBusy = false;
}

async function serveSingly(database: Database, lane: Lane, batch: readonly Waiting[]): Promise<void> {
  for (const waiting of batch) {
    try {
      answer([waiting], await applyBatch(database, lane, [waiting.command]));
    } catch (error) {
      waiting.reject(error);
    }
  }
}

function answer(batch: readonly Waiting[], outcomes: readonly WalletOutcome[]): void {
  for (const [index, waiting] of batch.entries()) {
    const one = outcomes[index];
    if (one) waiting.resolve(one);
    else waiting.reject(new Error('every call has an answer'));
  }
}
