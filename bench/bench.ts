// npm run bench -- <name> [options]: measurements, each in a file of its own beside this one. Never part of npm test.
//
// Always true: figures compare only within one run on one machine; docs/performance.md holds the last ones with the
// machine they come from.

import { spawn } from 'node:child_process';
import path from 'node:path';

const benches: Readonly<Record<string, string>> = {
  wallet:
    'the money path against its anchors and baselines [--members 10000] [--rows 100000] [--rounds 3] [--seconds 3] [--metrics]',
  scale:
    'wallet calls/s and processor time of 1, 2, 4 server processes on one database, with and without lane affinity; --cells: with logical replication and a standby, --pin: the cell on one processor, the others on another [--lanes 8] [--processes 1,2,4] [--seconds 3] [--rounds 3]',
  partitions:
    'wallet transactions in one table and in daily partitions [--rows 2000000] [--turns 9] [--seconds 3] [--small-memory]',
  reads: 'reading calls at 200 a second, a slip until it is credited, starting, memory at rest',
  start: 'how long npm start takes, from nothing and with its data [turns]',
  games: 'what the games of the studio return [rounds] [--write]',
  'game-pages': 'how soon the pages of the games can be played, and how evenly they move [game …]',
  tables: 'delay of events of all live tables, and processor share of the studio [listeners] [seconds]',
  wheel: 'whether the wheel draws by its weights [draws]',
  'page-load':
    'page budgets of the member site on a slow phone, against a running npm start [address] [runs] [cold|warm|acts]',
  lighthouse:
    'the pages of a visitor and of a member, of a running npm start, on a slow phone [address] [runs] [page …]',
  'back-office':
    'lists, search, pages, actions and an export of a site with a million members, beside the wallet [--members 1000000] [--rounds 10000000] [--movements 3000000] [--parts lists,search] [--folder kept]',
  soak: 'the product at 60 % of its capacity for hours, with faults on the way [--hours 1] [--plan hour]',
};

/** Folders of the measurements that are not beside this file. */
const FOLDERS: Readonly<Record<string, string>> = {
  games: 'games',
  'game-pages': 'games',
  tables: 'games',
  'page-load': 'pages',
  lighthouse: 'pages',
  'back-office': 'back-office',
  soak: 'soak',
};

const [name = '', ...options] = process.argv.slice(2);
if (Object.hasOwn(benches, name)) {
  const file = path.join(import.meta.dirname, FOLDERS[name] ?? '', `${name}.ts`);
  const child = spawn(process.execPath, [file, ...options], { stdio: 'inherit' });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
} else {
  for (const [one, what] of Object.entries(benches)) console.log(`npm run bench -- ${one.padEnd(10)} ${what}`);
  process.exitCode = 1;
}
