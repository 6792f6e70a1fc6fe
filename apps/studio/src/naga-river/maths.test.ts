import assert from 'node:assert/strict';
import test from 'node:test';

import { percentText, shareOf } from '#studio/slots/fraction';
import { simulate } from '#studio/slots/simulation';
import { seededNumbers } from '#studio/testing/seeded-numbers';

import { nagaRiver } from './game.ts';
import { outcomeOf, PARTS_OF_STAKE, REELS, resultOf, ROWS, STOP_COUNTS, WAY_PAYS } from './maths.ts';
import { returnToPlayer } from './return-to-player.ts';

const next = seededNumbers(20_261_121);
const someStops = Array.from({ length: 3_000 }, () => STOP_COUNTS.map(next));

test('the stated return is the exact one over every window there is, and half a million rounds agree with it', () => {
  const exact = returnToPlayer();
  assert.equal(percentText(exact), nagaRiver.returnPercent);
  const maths = { partsOfStake: PARTS_OF_STAKE, outcomeOf };
  const simulated = simulate(maths, shareOf(exact), 500_000, () => STOP_COUNTS.map(next));
  assert.ok(simulated.standardErrorsAway <= 3, JSON.stringify(simulated));
});

test('a way pays through neighbouring reels from the left, pearls help, and each way counts', () => {
  for (const stops of someStops) {
    const first = resultOf(stops).steps[0];
    if (!first) throw new Error('a round has a first window');
    for (const win of first.wins) {
      const seen: number[] = first.window.map(
        (reel) => reel.filter((cell) => cell === win.symbol || cell === 'pearl').length,
      );
      const reels = seen.indexOf(0) === -1 ? REELS : seen.indexOf(0);
      assert.equal(win.count, reels);
      const ways = seen.slice(0, reels).reduce((product, count) => product * count, 1);
      assert.equal(win.ways, ways);
      assert.equal(win.pay, (WAY_PAYS[win.symbol][reels - 3] ?? 0) * ways);
    }
  }
});

test('what paid sinks and nothing else does; what stays keeps its order, and the round ends when nothing pays', () => {
  for (const stops of someStops) {
    const { steps, pay } = resultOf(stops);
    for (const [index, step] of steps.entries()) {
      const after = steps[index + 1];
      assert.equal(step.wins.length === 0, after === undefined);
      if (!after) continue;
      for (let reel = 0; reel < REELS; reel += 1) {
        const staying = step.window[reel]?.filter((_, row) => step.sinking[reel]?.[row] !== true) ?? [];
        assert.deepEqual(after.window[reel]?.slice(ROWS - staying.length), staying);
      }
    }
    assert.equal(
      pay,
      steps.flatMap(({ wins }) => wins).reduce((sum, win) => sum + win.pay, 0),
    );
    assert.deepEqual(outcomeOf(stops, false).pay, pay);
  }
});

test('the multiplier rises with every cascade, and is doubled in free spins', () => {
  for (const stops of someStops) {
    const [paid, free] = [resultOf(stops), resultOf(stops, true)];
    assert.deepEqual(
      paid.steps.map(({ multiplier }) => multiplier),
      [1, 2, 3, ...Array.from({ length: 20 }, () => 5)].slice(0, paid.steps.length),
    );
    assert.equal(free.pay, paid.pay * 2);
    assert.equal(free.freeSpins, paid.freeSpins);
  }
});

test('three fireballs grant ten free spins, two grant none', () => {
  assert.equal(resultOf([0, 0, 0, 0, 4]).freeSpins, 10);
  assert.equal(resultOf([0, 0, 1, 0, 4]).freeSpins, 0);
});

test('no window shows a symbol twice on one reel, so what a reel shows is three different things', () => {
  for (let stop = 0; stop < 20; stop += 1) {
    for (const reel of resultOf(STOP_COUNTS.map(() => stop)).steps[0]?.window ?? []) {
      assert.equal(new Set(reel).size, ROWS);
    }
  }
});
