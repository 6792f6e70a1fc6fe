// npm run tool -- deps: reports packages with newer versions. It queries the registry; no test depends on it.

import { spawnSync } from 'node:child_process';

import { runCommand, CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

type Outdated = {
  readonly current?: string;
  readonly latest?: string;
  readonly dependent?: string;
};

await runCommand(async () => {
  const { stdout, error } = spawnSync('npm', ['outdated', '--json', '--all=false'], { cwd: ROOT, encoding: 'utf8' });
  if (error) throw new CommandError(`npm could not be run: ${error.message}.`);
  const answer: unknown = JSON.parse(stdout.trim() || '{}');
  const failure = (answer as { readonly error?: { readonly summary?: string } }).error;
  if (failure !== undefined) throw new CommandError(`The registry did not answer: ${failure.summary ?? 'no reason'}.`);
  const rows = Object.entries(answer as Record<string, Outdated | readonly Outdated[]>).flatMap(([name, found]) =>
    [found]
      .flat()
      .map(({ current = 'not installed', latest = '?', dependent = '' }) => [name, current, latest, dependent]),
  );
  if (rows.length === 0) {
    console.log('Every package is as new as the registry has it.');
    return 0;
  }
  const table = [['package', 'here', 'newest', 'used by'], ...rows];
  const widths = [0, 1, 2].map((place) => Math.max(...table.map((row) => row[place]?.length ?? 0)));
  for (const row of table) {
    const words = row.map((word, place) => word.padEnd(widths[place] ?? 0));
    console.log(words.join('  ').trimEnd());
  }
  return 0;
});
