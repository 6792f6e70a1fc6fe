import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getFrameRights } from './frame-rights.ts';

test('grants storage to another origin, and never storage together with scripts to our own', () => {
  const ours = 'https://chaba.test';
  const hasStorage = (url: string) => getFrameRights(url, ours).includes('allow-same-origin');
  assert.ok(hasStorage('https://games.chaba.test/games/naga-river?token=x'));
  assert.ok(hasStorage('https://chaba.test:3001/games/naga-river'));
  const notForeign = ['https://chaba.test/games/x', '/games/x', 'not an address', 'blob:https://chaba.test/1'];
  assert.deepEqual(
    notForeign.filter((url) => hasStorage(url)),
    [],
  );
});
