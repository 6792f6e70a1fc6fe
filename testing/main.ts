// npm run prove -- <proof> [options]: long proofs of the rules of money, each in a file of its own.
//
// Elsewhere: their short runs in npm test and npm run verify (the tests beside them).

import { runCommand } from '@chaba/ops/core/command';
import { runToEnd } from '@chaba/ops/start/services';

const PROOFS: Readonly<Record<string, readonly [file: string, purpose: string]>> = {
  rules: ['testing/oracle/rules.ts', 'the product against a model of its rules [steps] [seed] [path] [replayPath]'],
  hunt: ['testing/oracle/main.ts', 'random stories for a leak [--minutes 10] [--seed S] [--processes P] [--stories N]'],
  simulate: [
    'testing/simulation/main.ts',
    'wallet rules under an unreliable network [--seeds N] [--postgres N] [--help]',
  ],
  mutations: ['testing/mutations/main.ts', 'the hunter against planted faults [--minutes 10] [--seed S] [--only NAME]'],
};

await runCommand(async () => {
  const [name = '', ...words] = process.argv.slice(2);
  const [file] = (Object.hasOwn(PROOFS, name) && PROOFS[name]) || [];
  if (file !== undefined) return runToEnd(file, words, {});
  for (const [proof, [, purpose]] of Object.entries(PROOFS)) {
    console.log(`npm run prove -- ${proof.padEnd(10)} ${purpose}`);
  }
  return name === '--help' ? 0 : 2;
});
