// npm run prove -- simulate [wallet --seeds 20000 --postgres 300 --seed N --fault "…"]: the wallet's rules against a
// provider over a network that loses, duplicates, delays and reorders messages, with crashes before and after the
// commit. Exit code 1 when an invariant broke.
//
// A failing seed is named; `--seed N` runs it alone and prints every response.
//
// Elsewhere: the run and the oracle (simulation/), the smaller set of npm run verify (simulation.heavy.test.ts).

import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { openDatabase } from '@chaba/database';
import { APPLICATION_ROLE, startEmbedded } from '@chaba/embedded-postgres';
import { createDatabase, migrate } from '@chaba/database/migrate';
import { audit } from '@chaba/ledger';
import { createSites } from '@chaba/server/testing/factories';

import { simulateOnPostgres } from './database-host.ts';
import { type PlantedFault, plantedFaults } from './memory-host.ts';
import { simulate } from './simulation.ts';

const HELP = `Usage: npm run prove -- simulate [options]
  --seeds N      seeds in memory (default 20000)
  --postgres N   seeds on a PostgreSQL of its own (default 300)
  --seed N       only this one, in memory
  --fault TEXT   with a planted fault; one of:
${plantedFaults.map((fault) => `                   ${fault}`).join('\n')}`;

const { values } = readWords();

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seeds: { type: 'string', default: '20000' },
        postgres: { type: 'string', default: '300' },
        seed: { type: 'string' },
        fault: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}. See --help.`);
    process.exit(2);
  }
}

function faultOf(text: string | undefined): PlantedFault | undefined {
  if (text === undefined) return undefined;
  const fault = plantedFaults.find((each) => each === text);
  if (fault === undefined) {
    console.error(`No planted fault is called "${text}". See --help.`);
    process.exit(2);
  }
  return fault;
}

let isBroken = false;
function printFindings(seed: number, findings: readonly string[]): void {
  if (findings.length === 0) return;
  isBroken = true;
  console.log(`seed ${seed}:\n  ${findings.join('\n  ')}`);
}

async function inMemory(seeds: number): Promise<void> {
  const startedAt = performance.now();
  for (let seed = 1; seed <= seeds; seed += 1) printFindings(seed, await simulate(seed, faultOf(values.fault)));
  console.log(`${seeds} seeds in memory, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}

async function onPostgres(seeds: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-simulate-'));
  const cluster = await startEmbedded({ dataDir: folder });
  try {
    await createDatabase(cluster.ownerUrl('postgres'), 'chaba_simulate');
    const name = 'chaba_simulate';
    const login = { role: APPLICATION_ROLE, password: cluster.applicationPassword };
    await migrate({ url: cluster.ownerUrl(name), login });
    const database = openDatabase({ url: cluster.applicationUrl(name), poolSize: 10 });
    const { chaba } = await createSites(database);
    const startedAt = performance.now();
    for (let seed = 1; seed <= seeds; seed += 1) printFindings(seed, await simulateOnPostgres(database, chaba, seed));
    const findings = await audit(database);
    printFindings(
      0,
      findings.map((finding) => JSON.stringify(finding)),
    );
    console.log(
      `${seeds} seeds on PostgreSQL, ${Math.round((performance.now() - startedAt) / 1_000)} s; audit clean: ${findings.length === 0}`,
    );
    await database.close();
  } finally {
    await cluster.stop();
    const outside = path.dirname(fs.realpathSync(path.join(folder, 'postgres')));
    for (const place of [outside, folder]) fs.rmSync(place, { recursive: true, force: true });
  }
}

if (values.help) {
  console.log(HELP);
} else if (values.seed !== undefined) {
  printFindings(Number(values.seed), await simulate(Number(values.seed), faultOf(values.fault)));
  console.log(isBroken ? 'broken' : 'every invariant held');
} else {
  await inMemory(Number(values.seeds));
  if (values.fault === undefined) await onPostgres(Number(values.postgres));
}
process.exitCode = isBroken ? 1 : 0;
