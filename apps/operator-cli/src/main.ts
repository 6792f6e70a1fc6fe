// npm run operator -- <command>: operator decisions from the shell. See `--help`.
//
// Elsewhere: the commands (operator.ts).

import { runOperator } from './operator.ts';

const { code, out, err } = await runOperator(process.argv.slice(2));
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
