// npm run tool -- <tool> [options]: tools of developers, each in a file of its own.

import { runCommand } from '#ops/core/command';
import { runToEnd } from '#ops/start/services';

type Tool = {
  readonly file: string;
  readonly purpose: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

const TOOLS: Readonly<Record<string, Tool>> = {
  conformance: {
    file: 'tools/test/test.ts',
    purpose: 'checks of the specification; writes docs/conformance.md',
    words: ['e2e/conformance', 'e2e/spec-only-host'],
    environment: { WRITE_CONFORMANCE: '1' },
  },
  screenshots: { file: 'tools/screenshots/screenshots.ts', purpose: 'every screen in every state [address] [options]' },
  games: { file: 'tools/games.ts', purpose: 'fit, certify, simulate, publish, bonus: games of the studio' },
  dashboards: { file: 'tools/dashboards.ts', purpose: 'writes deploy/grafana' },
  deps: { file: 'tools/deps.ts', purpose: 'packages with newer versions' },
  lockfile: { file: 'tools/lockfile.ts', purpose: 'completes package-lock.json' },
  'new-module': { file: 'tools/new-module.ts', purpose: 'a module of the server <noun>' },
};

await runCommand(async () => {
  const [name = '', ...options] = process.argv.slice(2);
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tool !== undefined) return runToEnd(tool.file, [...(tool.words ?? []), ...options], tool.environment ?? {});
  for (const [each, { purpose }] of Object.entries(TOOLS)) console.log(`npm run tool -- ${each.padEnd(12)} ${purpose}`);
  return name === '--help' ? 0 : 2;
});
