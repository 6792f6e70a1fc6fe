// npm run games -- publish: writes the list of the studio's games that the server reads.

import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { publishedGames } from './published-games.ts';
import { ROOT, runCommand, Sentence } from './settings.ts';

await runCommand(() => {
  if (process.argv[2] !== 'publish') throw new Sentence('Usage: npm run games -- publish');
  writeFileSync(path.join(ROOT, 'apps/server/src/modules/site/studio-games.json'), publishedGames());
  return Promise.resolve(0);
});
