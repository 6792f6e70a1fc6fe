// The production wallet for the simulation: lanes, transactions, PostgreSQL. A crash before the write is a transaction
// that never commits; a crash after it is a lost response.
//
// Elsewhere: the same run over maps (memory-host.ts).

import type { Database } from '@chaba/database';
import { getBalances } from '@chaba/ledger';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { auditLimits, setLimit } from '@chaba/server/modules/limits';
import type { WalletOutcome, WalletCommand } from '@chaba/server/modules/wallet-commands';
import { decideHeldWin, waitingHeldWins } from '@chaba/server/modules/reconciliation/held-wins';
import { retryOrphanWins } from '@chaba/server/modules/reconciliation/orphan-wins';
import { storeOrphanWin } from '@chaba/server/modules/wallet/orphan-wins';
import { createWalletBatcher, type WalletBatcher } from '@chaba/server/modules/wallet/batcher';
import type { Site } from '@chaba/server/modules/site';
import { createMember } from '@chaba/server/testing/factories';

import type { CrashPoint, WalletHost } from './network.ts';
import { checkInvariants, limitsOf, moneyOf, playSeed, spinFindings } from './simulation.ts';
import { findRound, turnoverOf } from './database-host.store.ts';

const silence = { info: () => undefined, warn: () => undefined, error: () => undefined };

class DatabaseHost implements WalletHost {
  readonly #lanes: WalletBatcher;
  readonly #site: Site;
  readonly #database: Database;
  #isFalling = false;

  constructor(database: Database, site: Site) {
    this.#site = site;
    this.#database = database;
    this.#lanes = createWalletBatcher({
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          const result = await work(tx);
          if (this.#isFalling) throw new Error('fell over');
          return result;
        }),
    });
  }

  async apply(commands: readonly WalletCommand[], falls: CrashPoint): Promise<WalletOutcome[]> {
    this.#isFalling = falls === 'before it wrote';
    const settled = await Promise.allSettled(commands.map((command) => this.#lanes.submit(this.#site.id, command)));
    if (falls !== 'not at all') throw new Error('fell over');
    const outcomes = settled.map((each) => {
      if (each.status === 'rejected') throw new Error(`a call failed: ${String(each.reason)}`);
      return each.value;
    });
    for (const [place, call] of commands.entries()) {
      if (outcomes[place]?.code === 'BET_NOT_FOUND') await storeOrphanWin(this.#database, this.#site.id, call, silence);
    }
    return outcomes;
  }

  async runJobs(): Promise<void> {
    const { id: siteId } = this.#site;
    this.#isFalling = false;
    await retryOrphanWins(this.#database, this.#site, this.#lanes, silence);
    for (const { provider, memberId, txId } of await waitingHeldWins(this.#database, siteId)) {
      await this.#database.transaction((tx) =>
        decideHeldWin(tx, { siteId, provider, memberId, txId, state: 'released' }),
      );
    }
  }
}

/** Runs one seed with new members of the site and returns the findings. The caller runs the ledger audit. */
export async function simulateOnPostgres(database: Database, site: Site, seed: number): Promise<string[]> {
  const start = new Map<bigint, bigint>();
  for (const money of moneyOf(seed).values()) start.set((await createMember(database, site, { money })).id, money);
  const names = [...start.keys()];
  for (const [place, amount] of limitsOf(seed)) {
    const memberId = names[Number(place) - 1] ?? 0n;
    await setLimit(database, { siteId: site.id, memberId, kind: 'loss', span: 'month', amount });
  }
  const story = await playSeed(seed, start, new DatabaseHost(database, site));
  const now = new Map<bigint, bigint>();
  const findings: string[] = [];
  for (const memberId of start.keys()) {
    const { game, winsHeld, receivable } = await getBalances(database, site.id, memberId, chart);
    now.set(memberId, game + winsHeld + receivable);
    const turned = await turnoverOf(database, site.id, memberId);
    const expected = story.belief.turnover.get(memberId) ?? 0n;
    if (turned !== expected) {
      findings.push(`player ${memberId} turned over ${turned}, the provider counted ${expected}`);
    }
  }
  findings.push(...(await auditLimits(database, site.id)).map(({ rule, detail }) => `${rule}: ${detail}`));
  findings.push(...(await spinFindings(story, (feature) => findRound(database, site.id, feature))));
  return [...findings, ...checkInvariants(story, (memberId) => now.get(memberId) ?? 0n)];
}
