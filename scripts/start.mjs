// npm start: from a fresh clone to the running product. Installs packages, then runs start.ts.
import { runOnOurNode } from './bootstrap.mjs';

runOnOurNode('scripts/start.ts', process.argv.slice(2));
