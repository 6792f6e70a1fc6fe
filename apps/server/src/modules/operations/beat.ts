// The heartbeat of a process: every 10 seconds a row with its state, its sums of the last minutes and
// the outside services that it does not reach.
//
// Always true: a failed beat is retried at the next interval and has no other effect. A process that stops in order
// writes the state; missing beats show a process that died.
//
// Elsewhere: reading the beats (status.ts).

import type { Context } from '#core/context';
import { getInstanceName, VERSION } from '#core/instance';
import { buildInfo, PROCESS_STATES, processState } from '#core/metrics';
import { listSecondSecrets, printSecrets } from '#core/second-secrets';
import { listOpenBreakers } from '#core/signed-http-client';

import * as store from './operations.store.ts';
import { type BeatReport, createMinuteSums } from './promises.ts';

const BEAT_EVERY_MS = 10_000;

export type ProcessState = (typeof PROCESS_STATES)[number];
export type ProcessBeat = {
  setState(state: ProcessState): void;
  /** Writes the last row. */
  stop(): Promise<void>;
};

export async function startBeat(
  { config, database, log }: Context,
  program: store.Program = 'server',
): Promise<ProcessBeat> {
  const instance = getInstanceName(config);
  const startedAt = new Date();
  const sums = createMinuteSums();
  let state: ProcessState = 'starting';
  let isFailing = false;

  const setState = (next: ProcessState): void => {
    state = next;
    for (const each of PROCESS_STATES) processState.set(each === state ? 1 : 0, each);
  };
  const write = async (shown: store.Beat['state']): Promise<void> => {
    try {
      const promises: BeatReport = { ...sums.add(Date.now()), openBreakers: listOpenBreakers() };
      const { commit } = config;
      const secondSecrets = listSecondSecrets(config);
      const secretPrints = printSecrets(config);
      const beat = {
        instance,
        program,
        startedAt,
        state: shown,
        version: VERSION,
        commit,
        promises,
        secondSecrets,
        secretPrints,
      };
      await store.saveBeat(database, beat);
      isFailing = false;
    } catch (error) {
      // Once per failure, because every request logs an unreachable database as well.
      if (!isFailing) log.warn({ err: error }, 'process beat not written');
      isFailing = true;
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const beat = (): void => {
    writing = writing.then(() => write(state));
  };

  setState('starting');
  const migrations = await store.listMigrations(database);
  buildInfo.set(1, VERSION, config.commit, migrations.at(-1)?.name ?? 'none');
  await write(state);
  const timer = setInterval(beat, BEAT_EVERY_MS).unref();
  return {
    setState(next) {
      setState(next);
      log.info({ instance, version: VERSION }, `process ${next}`);
      beat();
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await write('stopped');
    },
  };
}
