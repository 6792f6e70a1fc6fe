// npm test: from a bare clone to everything checked. The work is in test.ts; here it is only made possible.
import { runOnOurNode } from './bootstrap.mjs';

runOnOurNode('scripts/test.ts', process.argv.slice(2));
