// A primary and a standby that follows it, for tests of replicas.
//
// Elsewhere: what follows a lost primary (scripts/testing/ha-bed.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { testSettings } from './testing.ts';

export type StandbyPair = {
  readonly primary: EmbeddedDatabase;
  readonly standby: EmbeddedDatabase;
  /** Restarts the primary at the same address as a standby without a primary, as after a failover. */
  returnAsStandby(): Promise<void>;
  /** Stops both, after every connection of the test has ended. */
  stop(): Promise<void>;
};

export async function startStandbyPair(): Promise<StandbyPair> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-pair-'));
  fs.chmodSync(folder, 0o755);
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const settings = testSettings();
  const empty = await startEmbedded({ dataDir: first, settings });
  await empty.stop();
  // A copy of stopped files is complete, so the standby needs no backup.
  fs.cpSync(first, second, { recursive: true });
  markStandby(second);
  let primary = await startEmbedded({ dataDir: first, settings });
  const standby = await startEmbedded({
    dataDir: second,
    settings: { ...settings, primary_conninfo: primary.ownerUrl('postgres') },
  });
  return {
    primary,
    standby,
    async returnAsStandby() {
      await primary.stop();
      markStandby(first);
      primary = await startEmbedded({ dataDir: first, settings });
    },
    async stop() {
      await standby.stop();
      await primary.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function markStandby(dataDir: string): void {
  fs.writeFileSync(path.join(dataDir, 'postgres', 'standby.signal'), '');
}
