// npm run prove -- hunt --minutes N [--seed S] [--processes P] [--stories N] [--written]: random stories against the
// product, where every game is fair and results are chosen. A separate model computes the maximum that a member may
// withdraw.
//
// Each leak family is reported once, with the shortest story that shows it, its seed and its count. `--seed S --stories
// 1` replays one story, `--written` replays the written ones. Exit code 1 when something was found.
//
// Elsewhere: stories, model and families (testing/oracle), the short run of every test run
// (oracle.test.ts, oracle.heavy.test.ts).

import { spawn } from 'node:child_process';
import readline from 'node:readline';
import { parseArgs } from 'node:util';

import { type Discovery, hunt, replayWritten } from './hunt.ts';
import { formatDiscovery, formatSummary, readDiscovery, writeDiscovery } from './report.ts';

const HELP = `Usage: npm run prove -- hunt [options]
  --minutes N     how long (default 10)
  --seed S        the first story's seed (default: the time)
  --processes P   how many processes (default 1)
  --stories N     no more stories than so many, each process
  --written       replay the written stories instead (stories/written-stories.ts)`;

const { values } = readOptions();

function readOptions() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: String(Math.floor(Date.now() / 1_000)) },
        processes: { type: 'string', default: '1' },
        stories: { type: 'string' },
        written: { type: 'boolean', default: false },
        stride: { type: 'string', default: '1' },
        // Marks a worker process, which sends discoveries to the process that started it.
        worker: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}. See --help.`);
    process.exit(2);
  }
}

const families = new Map<string, Discovery>();
let [stories, rows, found] = [0, 0, 0];

function addDiscovery(discovery: Discovery): void {
  const known = families.get(discovery.id);
  if (known) {
    known.count += discovery.count;
    return;
  }
  families.set(discovery.id, discovery);
  console.log(`\n${formatDiscovery(discovery)}`);
}

async function huntInThisProcess(): Promise<void> {
  const result = await hunt({
    seed: Number(values.seed),
    stride: Number(values.stride),
    milliseconds: Number(values.minutes) * 60_000,
    ...(values.stories === undefined ? {} : { stories: Number(values.stories) }),
    ...(values.worker ? {} : { onDiscovery: addDiscovery }),
  });
  [stories, rows, found] = [result.stories, result.rows, result.found];
  for (const family of result.families) families.set(family.id, family);
}

/** Runs one worker process; its findings are complete when it exits. */
function huntInChildProcess(place: number, count: number): Promise<void> {
  const options = ['--worker', '--seed', String(Number(values.seed) + place), '--stride', String(count)];
  const stories_ = values.stories === undefined ? [] : ['--stories', values.stories];
  const child = spawn(process.execPath, [import.meta.filename, ...options, ...stories_, '--minutes', values.minutes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { discovery?: string; stories?: number; rows?: number; found?: number };
    if (message.discovery !== undefined) addDiscovery(readDiscovery(message.discovery));
    stories += message.stories ?? 0;
    rows += message.rows ?? 0;
    found += message.found ?? 0;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 || code === 1 ? resolve() : reject(new Error(`a process ended with ${code}`)),
    );
  });
}

if (values.help) console.log(HELP);
else if (values.written) {
  const found = await replayWritten();
  if (found) console.log(`${found.finding.kind}: ${found.finding.detail}\n  written "${found.title}"`);
  process.exit(found ? 1 : 0);
} else {
  const count = Number(values.processes);
  if (count === 1) await huntInThisProcess();
  else await Promise.all(Array.from({ length: count }, (_, place) => huntInChildProcess(place, count)));
  if (values.worker) {
    for (const family of families.values()) console.log(JSON.stringify({ discovery: writeDiscovery(family) }));
    console.log(JSON.stringify({ stories, rows, found }));
  } else {
    console.log(`\n${formatSummary({ seed: Number(values.seed), stories, rows, found }, [...families.values()])}`);
  }
}
process.exitCode = families.size > 0 ? 1 : 0;
