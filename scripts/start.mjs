// npm start: from a bare clone to the running product. The work is in start.ts; here it is only made possible.
import { runOnOurNode } from './bootstrap.mjs';

runOnOurNode('scripts/start.ts', process.argv.slice(2));
