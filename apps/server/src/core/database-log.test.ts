import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { buildTestApp } from '#testing/build-app';

import { ConfigError } from './config.ts';
import type { Context } from './context.ts';
import { checkDatabaseLog, QUIET } from './database-log.ts';

const database = await testDatabase();
const { context } = await buildTestApp({ database });

function createContext(mode: 'play' | 'licensed', on: Context['database']): { context: Context; warnings: string[] } {
  const warnings: string[] = [];
  const log = { ...context.log, warn: (_facts: object, sentence: string) => void warnings.push(sentence) };
  return { context: { ...context, database: on, config: { ...context.config, mode }, log }, warnings };
}

test('warns in play mode and rejects the start in licensed mode if the database logs values', async () => {
  const quiet = Object.entries(QUIET).map(([name, [value]]) => `-c ${name}=${value}`);
  const opened = (settings: readonly string[]) =>
    openDatabase({ url: `${database.ownerUrl}?options=${encodeURIComponent(settings.join(' '))}`, poolSize: 1 });
  const loud = opened([...quiet, '-c log_error_verbosity=verbose']);
  const play = createContext('play', loud);
  await checkDatabaseLog(play.context);
  assert.match(play.warnings.join(), /personal data: see log_error_verbosity in/);
  await assert.rejects(checkDatabaseLog(createContext('licensed', loud).context), ConfigError);
  await loud.close();

  const silent = opened(quiet);
  const licensed = createContext('licensed', silent);
  await checkDatabaseLog(licensed.context);
  assert.deepEqual(licensed.warnings, []);
  await silent.close();
});
