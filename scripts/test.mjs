// npm test: from a fresh clone to all checks. Installs packages, then runs test.ts.
import { runOnOurNode } from './bootstrap.mjs';

runOnOurNode('scripts/test.ts', process.argv.slice(2));
