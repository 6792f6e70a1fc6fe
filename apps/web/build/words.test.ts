// A page is built with the sentences it reads, and with no others of the lists it shares.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { build } from 'vite';

import { wordsByUse } from './words.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-words-'));
const source = path.join(root, 'apps', 'web', 'src');
after(() => fs.rmSync(root, { recursive: true }));

function write(name: string, code: string): void {
  const file = path.join(source, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, code);
}

write('ui/amounts.ts', "export const inBaht = (amount: number) => amount + ' baht-unit';");
write(
  'ui/ui.text.ts',
  `import { inBaht } from './amounts.ts';
   import { text as others } from './other.text.ts';
   export const text = {
     close: 'close-word', open: 'open-word', again: others.again,
     cost: (amount: number) => inBaht(amount),
   } as const;`,
);
write('ui/other.text.ts', `export const text = { again: 'again-word', never: 'never-word' };`);

async function built(name: string, code: string): Promise<string> {
  write(name, code);
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [wordsByUse()],
    build: { write: false, minify: false, lib: { entry: path.join(source, name), formats: ['es'] } },
  });
  const [{ output }] = result as unknown as [{ output: readonly { readonly code?: string }[] }];
  return output.map((chunk) => chunk.code ?? '').join('\n');
}

const wordsIn = (code: string): string[] => [...code.matchAll(/\b\w+-(?:word|unit)\b/g)].map(([word]) => word);

test('a reader gets the words it reads', async () => {
  const code = await built('ui/close.ts', `import { text } from './ui.text.ts'; export const label = text.close;`);
  assert.deepEqual(wordsIn(code), ['close-word']);
});

test('a word that is made of others brings what it is made of', async () => {
  const sentence = await built('ui/again.ts', `import { text } from './ui.text.ts'; export const label = text.again;`);
  assert.deepEqual(wordsIn(sentence), ['again-word']);
  const amount = await built('ui/cost.ts', `import { text } from './ui.text.ts'; export const label = text.cost(5);`);
  assert.deepEqual(wordsIn(amount), ['baht-unit']);
});

test('who reads by a name that is known only later keeps the whole list', async () => {
  const code = await built(
    'ui/any.ts',
    `import { text } from './ui.text.ts'; export const label = (name: 'close' | 'open') => text[name];`,
  );
  assert.deepEqual(wordsIn(code).toSorted(), ['again-word', 'baht-unit', 'close-word', 'open-word']);
});

test('a list is not mistaken for something else of the same name', async () => {
  const code = await built(
    'ui/other.ts',
    `import { text } from './ui.text.ts';
     export const length = (text: { close: string }) => text.close.length; export const label = text.close;`,
  );
  assert.ok(wordsIn(code).includes('open-word'));
});
