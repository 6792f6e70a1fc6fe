// The path of a slip through the code, measured while one is credited: the entered files, and one evaluation.
//
// The count has the files of this module and one for each module that it calls, as for a package; core is not counted.

import assert from 'node:assert/strict';
import { type Profiler, Session } from 'node:inspector/promises';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { createSites } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';

const FILES_MAX = 12;
/** The route, which the commands of the deposit stories bypass. */
const ROUTE = 'deposits.routes.ts';
/** Called by other modules only, and counted with them. */
const CALLED_BY_MODULES = new Set(['position']);

type Coverage = readonly Profiler.ScriptCoverage[];

const database = await testDatabase({ poolSize: 5 });
const { chaba: site } = await createSites(database);
await openOurAccount(database, site);

test('credits a slip through at most 12 files and evaluates it once', async () => {
  const commands = bankCommands(openTestBank(database));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  let result: Coverage = [];
  const measured: Commands = {
    ...commands,
    'measured-slip': async (story, given) => {
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      const outcome = await commands['slip']?.(story, given);
      ({ result } = await session.post('Profiler.takePreciseCoverage'));
      return outcome ?? 'missing';
    },
  };
  // The first slip fills the caches.
  await checkStory(
    { database, site, commands: measured },
    `
    transfer       A1  from=M1  amount=500.37  made
    slip           M1  A1                      credited
    transfer       A2  from=M1  amount=120.00  made
    measured-slip  M1  A2                      credited
  `,
  );
  session.disconnect();

  const files = new Set([ROUTE]);
  const modules = new Set<string>();
  let evaluated = 0;
  for (const { url, functions } of result) {
    const [, module, file] = /\/server\/src\/modules\/([^/]+)\/(.+)$/.exec(url) ?? [];
    const called = functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
    if (module === undefined || file === undefined || file.endsWith('.test.ts') || called.length === 0) continue;
    if (module !== 'deposits') modules.add(module);
    else files.add(file);
    if (file === 'slip-rules.ts') {
      evaluated = called.find(({ functionName }) => functionName === 'evaluate')?.ranges[0]?.count ?? 0;
    }
  }
  const entered = [...files, ...[...modules].filter((module) => !CALLED_BY_MODULES.has(module))];
  assert.ok(entered.length <= FILES_MAX, `a slip enters ${entered.length} files: ${entered.toSorted().join(', ')}`);
  assert.equal(evaluated, 1);
});
