// A primary and a standby that follows it, for tests of replicas.
//
// Elsewhere: what follows a lost primary (testing/beds/ha/ha-bed.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { type EmbeddedDatabase, startEmbedded } from '@chaba/embedded-postgres';
import { testSettings } from './databases.ts';

export type StandbyPair = {
  readonly primary: EmbeddedDatabase;
  readonly standby: EmbeddedDatabase;
  /** Data folders, with their logs. */
  readonly dataDirs: Readonly<Record<'primary' | 'standby', string>>;
  /** Starts the stopped primary at its address. */
  startPrimary(): Promise<void>;
  /** Starts the stopped standby at its address; `primaryUrl` is where it looks for the primary. */
  startStandby(primaryUrl?: string): Promise<void>;
  /** Restarts the primary at the same address as a standby without a primary, as after a failover. */
  returnAsStandby(): Promise<void>;
  /** Stops both, after every connection of the test has ended. */
  stop(): Promise<void>;
};

export async function startStandbyPair(given: Readonly<Record<string, string>> = {}): Promise<StandbyPair> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-pair-'));
  fs.chmodSync(folder, 0o755);
  const dataDirs = { primary: path.join(folder, 'primary'), standby: path.join(folder, 'standby') };
  const settings = { ...testSettings(), ...given };
  const openPrimary = (): Promise<EmbeddedDatabase> => startEmbedded({ dataDir: dataDirs.primary, settings });
  const empty = await openPrimary();
  await empty.stop();
  // A copy of stopped files is complete, so the standby needs no backup.
  fs.cpSync(dataDirs.primary, dataDirs.standby, { recursive: true });
  markStandby(dataDirs.standby);
  let primary = await openPrimary();
  const openStandby = (primaryUrl = primary.ownerUrl('postgres')): Promise<EmbeddedDatabase> =>
    startEmbedded({ dataDir: dataDirs.standby, settings: { ...settings, primary_conninfo: primaryUrl } });
  let standby = await openStandby();
  return {
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    dataDirs,
    async startPrimary() {
      primary = await openPrimary();
    },
    async startStandby(primaryUrl) {
      standby = await openStandby(primaryUrl);
    },
    async returnAsStandby() {
      await primary.stop();
      markStandby(dataDirs.primary);
      primary = await openPrimary();
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
