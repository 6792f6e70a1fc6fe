// npm run cluster:distribute -- --plan | --apply | --check: spreads the database of DATABASE_OWNER_URL over the nodes
// of a Citus cluster.
//
//     --plan    prints each step that is missing; changes nothing
//     --apply   carries the plan out in one transaction, while no product is connected
//     --check   compares tables, posting function and roles of every node with the plan; exit code 1 on a difference
//
// Elsewhere: the steps (packages/database/src/distribution.ts).

import { parseArgs } from 'node:util';

import { checkDistribution, distribute, NotDistributable, planDistribution } from '@chaba/database/distribution';

import { readSettings, runCommand, Sentence } from './settings.ts';

const USAGE = 'npm run cluster:distribute -- --plan | --apply | --check [--shards 32]';
const SHARDS_MAX = 1_024;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      plan: { type: 'boolean' },
      apply: { type: 'boolean' },
      check: { type: 'boolean' },
      shards: { type: 'string', default: '32' },
    },
  });
  const acts = [values.plan, values.apply, values.check].filter((each) => each === true);
  const shards = Number(values.shards);
  if (acts.length !== 1 || !Number.isInteger(shards) || shards < 1 || shards > SHARDS_MAX) throw new Sentence(USAGE);
  const { databaseOwnerUrl, databaseUrl } = readSettings();
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) throw new Sentence('name the owner of the database in DATABASE_OWNER_URL');
  try {
    if (values.check === true) return await check(url);
    if (values.apply === true) await apply(url, shards);
    else await plan(url, shards);
    return 0;
  } catch (error) {
    if (error instanceof NotDistributable) throw new Sentence(error.message, { cause: error });
    throw error;
  }
});

async function plan(url: string, shards: number): Promise<void> {
  for (const { statement, isLost } of await planDistribution({ url, shards })) {
    console.log(isLost ? `lost: ${statement}` : statement);
  }
}

async function apply(url: string, shards: number): Promise<void> {
  await distribute({ url, shards, log: (sentence) => console.log(sentence) });
  console.log('The tables are distributed.');
}

async function check(url: string): Promise<number> {
  const faults = await checkDistribution(url);
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'The distribution is as planned.' : `${faults.length} differences.`);
  return faults.length === 0 ? 0 : 1;
}
