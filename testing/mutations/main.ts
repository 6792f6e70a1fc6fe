// npm run prove -- mutations [--minutes N] [--only NAME]: undoes one correction of a money rule at a time and runs the
// hunter on it.
//
//     copy of the server ─▶ one text replaced ─▶ written stories ─▶ hunter until its first finding, or N minutes
//
// Without --minutes 10 minutes; 0: written stories only. A story that also shows a finding without the mutation does
// not count, and the hunter goes on behind it.
//
// Exit code 1 when a mutation was not found. Each replacement must match its file exactly once, so a mutation that no
// longer matches the code is an error.
//
// Elsewhere: the mutations (mutations.ts), their copy (mutated-copy.ts), the last run (docs/hunt/mutations.md), written
// stories alone (mutations.heavy.test.ts).

import { parseArgs } from 'node:util';

import { ROOT } from '@chaba/ops/core/root';

import { type Outcome, runHunter, ServerCopy } from './mutated-copy.ts';
import { moneyMutations } from './mutations.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20261122' },
    only: { type: 'string' },
  },
});

/** Hunts in this folder until the first finding that the code without the mutation does not have. */
async function hunt(folder: string): Promise<Outcome | undefined> {
  const written = await runHunter(folder, ['--written']);
  if (written) return written;
  const end = performance.now() + Number(values.minutes) * 60_000;
  let { seed } = values;
  for (;;) {
    const minutes = (end - performance.now()) / 60_000;
    if (minutes <= 0) return undefined;
    const outcome = await runHunter(folder, ['--minutes', String(minutes), '--seed', seed]);
    if (!outcome || !(await runHunter(ROOT, ['--stories', '1', '--seed', outcome.seed]))) {
      return (
        outcome && { ...outcome, seconds: Math.round(Number(values.minutes) * 60 - minutes * 60 + outcome.seconds) }
      );
    }
    seed = String(Number(outcome.seed) + 1);
  }
}

console.log('| Mutation | File | Found as | After | Seed |\n|---|---|---|---|---|');
let missed = 0;
const copy = new ServerCopy();
try {
  for (const mutation of moneyMutations) {
    if (values.only !== undefined && mutation.name !== values.only) continue;
    const outcome = await copy.withMutation(mutation, hunt);
    if (!outcome) missed += 1;
    const found = outcome
      ? `${outcome.family} | ${outcome.seconds} s | ${outcome.seed}`.replace('| 0 s |', '| – |')
      : `**not found** | ${values.minutes} min | ${values.seed}`;
    console.log(`| ${mutation.name} | \`${mutation.file}\` | ${found} |`);
  }
} finally {
  copy.delete();
}
process.exitCode = missed > 0 ? 1 : 0;
