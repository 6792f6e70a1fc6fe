// The static checks: format, lint, types, boundaries, dead code, licences, secrets. npm run check and npm test use this
// one list; the rules about text are tests (tidy.test.ts).

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';

import {
  allowedScripts,
  deniedFindings,
  licenceFindings,
  readLocked,
  repositoryFiles,
  secretFindings,
} from './gates.ts';
import { ROOT } from '#ops/core/root';

type Check = { readonly name: string; readonly run: () => Promise<Outcome> };
type Outcome = { readonly isPassed: boolean; readonly output: string };

const BIN = path.join(ROOT, 'node_modules', '.bin');
// TypeScript 7 is the checker; TypeScript 6 stays installed as `typescript` for the tools that read it as a library.
const TSC = path.join(ROOT, 'node_modules', 'tsc7', 'bin', 'tsc');
const PROJECTS = ['tsconfig.json', 'apps/web/tsconfig.json', 'apps/studio/tsconfig.json', 'e2e/tsconfig.json'];

export const checks: readonly Check[] = [
  { name: 'format', run: () => run(path.join(BIN, 'biome'), ['format', '.']) },
  { name: 'lint', run: () => run(path.join(BIN, 'oxlint'), ['--type-aware', '--deny-warnings']) },
  ...PROJECTS.map((project) => ({
    name: `types of ${project}`,
    run: () => run(process.execPath, [TSC, '-p', path.join(ROOT, project)]),
  })),
  { name: 'boundaries', run: boundaries },
  { name: 'dead code', run: () => run(path.join(BIN, 'knip'), ['--no-progress']) },
  { name: 'licences', run: async () => outcomeOf(licenceFindings(readLocked())) },
  { name: 'denied packages', run: async () => outcomeOf(deniedFindings(readLocked(), allowedScripts())) },
  { name: 'secrets', run: async () => outcomeOf(secretFindings(repositoryFiles())) },
];

function outcomeOf(findings: readonly string[]): Outcome {
  return { isPassed: findings.length === 0, output: findings.join('\n') };
}

export type Cruise = { readonly cruised: readonly string[]; readonly violations: readonly string[] };

/** Runs dependency-cruiser with the rules of .dependency-cruiser.cjs in a folder. */
export async function cruise(folder: string = ROOT): Promise<Cruise> {
  const config = path.join(ROOT, '.dependency-cruiser.cjs');
  const places = ['apps', 'packages', 'testing', 'tools', 'e2e', 'bench'].filter((name) =>
    fs.existsSync(path.join(folder, name)),
  );
  const depcruise = path.join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const { output } = await run(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', ...places],
    folder,
  );
  const { modules, summary } = JSON.parse(output.slice(output.indexOf('{'))) as CruiseResult;
  return {
    cruised: modules.map(({ source }) => source),
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}

type CruiseResult = {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
};

async function boundaries(): Promise<Outcome> {
  const { cruised, violations } = await cruise();
  // A check that reads no file reports no error, so each of the seven source folders must be among the files read.
  const blind = sourceFolders().filter((folder) => !cruised.some((source) => source.startsWith(`${folder}/src/`)));
  const lines = [...violations, ...blind.map((folder) => `nothing of ${folder} was cruised`)];
  return { isPassed: lines.length === 0, output: [...lines, `${cruised.length} modules cruised`].join('\n') };
}

function sourceFolders(): string[] {
  return ['packages', 'apps'].flatMap((parent) =>
    fs.readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`),
  );
}

function run(command: string, args: readonly string[], cwd: string = ROOT): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ isPassed: code === 0, output: parts.join('').trim() }));
  });
}
