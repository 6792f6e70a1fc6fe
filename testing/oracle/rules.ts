// npm run prove -- rules [steps] [seed] [path] [replayPath]: the product against a reference model of the same rules,
// step by step.
//
// Stories of up to two hundred steps, each from an empty site, until so many steps are done; after each step wallets
// and turnover are compared, after each story the journal is audited. A failing story is shrunk and printed with seed,
// path and replayPath, which replay it as arguments.
//
// Elsewhere: steps and model (testing/oracle/models/rules), the short run in npm test (rules.heavy.test.ts).

import { cloneTemplate } from '@chaba/database/testing';

import { runModel, stepsIn } from '#testing/oracle/models/rules/model-run';

const DEFAULT_STEPS = 100_000;
const STEPS_MAX = 200;
const RUNS_AT_ONCE = 10;

const [wanted = String(DEFAULT_STEPS), seedGiven, path, replayPath] = process.argv.slice(2);
const firstSeed = seedGiven === undefined ? Math.floor(Date.now() / 1_000) : Number(seedGiven);
const database = await cloneTemplate();
const begun = Date.now();
const outcomes = new Map<string, number>();
let [stories, seed] = [0, firstSeed];
try {
  while (stepsIn(outcomes) < Number(wanted)) {
    const options = { runs: RUNS_AT_ONCE, stepsMax: STEPS_MAX, seed };
    const { outcomes: counts } = await runModel(database.ownerUrl, {
      ...options,
      ...(path === undefined ? {} : { path }),
      ...(replayPath === undefined ? {} : { replayPath }),
    });
    for (const [name, count] of counts) outcomes.set(name, (outcomes.get(name) ?? 0) + count);
    stories += RUNS_AT_ONCE;
    seed += 1;
    if (path !== undefined) break;
  }
  const seconds = Math.round((Date.now() - begun) / 1_000);
  const sorted = [...outcomes].toSorted(([one], [other]) => one.localeCompare(other));
  for (const [name, count] of sorted) console.log(`${String(count).padStart(8)}  ${name}`);
  console.log(
    `good  ${stepsIn(outcomes)} steps in ${stories} stories, seeds ${firstSeed} to ${seed - 1}, ${seconds} s`,
  );
} finally {
  await database.drop();
}
