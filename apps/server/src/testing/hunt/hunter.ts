// The hunt.
import { cloneTemplate } from '@chaba/database/testing';
import { SeededRandom } from './seeded-random.ts';
import { situations } from './situations.ts';
import { withStage } from './stage.ts';
import { shrink } from './shrink.ts';
import { Tale } from './tale.ts';
import { formatRow } from './rows.ts';

const database = await cloneTemplate();
const [from = '1', count = '100', only = ''] = process.argv.slice(2);
const kinds = new Map<string, number>();
const t0 = performance.now();
let rows = 0;
try {
  await withStage(database.ownerUrl, async (stage) => {
    for (let seed = Number(from); seed < Number(from) + Number(count); seed += 1) {
      const random = new SeededRandom(seed);
      const weights = Object.fromEntries(Object.entries(situations).map(([name, { weight }]) => [name, weight]));
      const name = random.pickWeighted(weights);
      if (only !== '' && name !== only) continue;
      const telling = await stage.play(async (telling) => {
        await situations[name]!.tell(new Tale(telling, random));
      });
      rows += telling.told.length;
      const { finding } = telling;
      const key = `${name} ${finding?.kind ?? 'nothing'}`;
      kinds.set(key, (kinds.get(key) ?? 0) + 1);
      if (process.env['SHOW'] && (finding?.kind ?? 'nothing').includes(process.env['SHOW'])) {
        console.log(`\nseed ${seed} ${name}`, finding);
        const t = performance.now();
        const short = finding ? await shrink(stage, telling, finding.kind) : undefined;
        for (const { row, word } of (short?.telling ?? telling).told) console.log('   ', formatRow(row, word));
        if (short) console.log(short.telling.finding, short.replays, 'replays', Math.round(performance.now() - t), 'ms');
      }
    }
  });
} finally {
  await database.drop();
}
console.log([...kinds].toSorted().map(([k, n]) => `${String(n).padStart(5)} ${k}`).join('\n'));
console.log(`${rows} rows, ${Math.round(performance.now() - t0)} ms`);
