import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import { runStopSteps } from './stop.ts';

const entries: (readonly [unknown, string])[] = [];
const options = {
  abortAfterMs: 100,
  log: { error: (fields: unknown, event: string) => void entries.push([fields, event]) },
  describeOpen: async () => ({ connections: 2 }),
};

test('runs the steps in order', async () => {
  const done: string[] = [];
  const step = (name: string) => ({
    name,
    run: async () => {
      await setImmediate();
      done.push(name);
    },
  });
  assert.equal(await runStopSteps([step('first'), step('second')], options), undefined);
  assert.deepEqual([done, entries], [['first', 'second'], []]);
});

test('aborts a step that does not end, and logs it with the open handles', async () => {
  const never = { name: 'never', run: () => new Promise(() => undefined) };
  const after = { name: 'after', run: () => assert.fail('no step runs after the abort') };
  assert.equal(await runStopSteps([never, after], options), 'never');
  assert.deepEqual(entries, [[{ step: 'never', connections: 2 }, 'stop aborted']]);
});
