import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from '@chaba/ops/core/root';

import { moneyMutations } from './mutations.ts';

test('matches every planted mutation to its file exactly once', () => {
  const misfits = moneyMutations.filter(({ file, find }) => {
    const source = fs.readFileSync(path.join(ROOT, 'apps/server/src/modules', file), 'utf8');
    return source.split(find).length !== 2;
  });
  assert.deepEqual(
    misfits.map(({ name }) => name),
    [],
  );
  assert.ok(moneyMutations.length >= 60);
});
