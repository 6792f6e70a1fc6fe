import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { openBank, type OpenBank } from '#bank/testing/open-bank';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

const draw = async (address: string): Promise<number> => {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status;
};

test('draws slips beside the main thread, each once, and rejects a full queue', async () => {
  const slips = await Promise.all(Array.from({ length: 30 }, (_, index) => bank.transfer('', { amount: index + 1 })));
  const addresses = slips.map(({ slipImageUrl }) => slipImageUrl);
  const [first = ''] = addresses;
  assert.equal(await draw(first), 200);

  const [wholeBefore, mainBefore] = [process.cpuUsage(), process.threadCpuUsage()];
  const statuses = await Promise.all(addresses.slice(1).map(draw));
  const [whole, main] = [process.cpuUsage(wholeBefore).user, process.threadCpuUsage(mainBefore).user];
  const drawn = statuses.filter((status) => status === 200).length;
  assert.deepEqual([drawn >= 20, statuses.filter((status) => status === 503).length], [true, 29 - drawn]);
  assert.ok(drawn < 29, 'the queue is limited');

  // Again from the cache, with more callers than the queue has places.
  const again = await Promise.all(Array.from({ length: 60 }, () => draw(first)));
  assert.deepEqual(new Set(again), new Set([200]));
  assert.ok(main < whole / 4, `${main} of ${whole} µs of the processor on the main thread`);
});

test('draws one slip once for many concurrent callers', async () => {
  const { slipImageUrl } = await bank.transfer('', { amount: 77 });
  const statuses = await Promise.all(Array.from({ length: 50 }, () => draw(slipImageUrl)));
  assert.deepEqual(new Set(statuses), new Set([200]));
});
