// The hash chain of a table: each link hashes to the previous one, and changes of links and results are detected.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openStore } from '@chaba/sandbox-kit/store';

import { nodeHash, nodeHmac } from '#studio/fairness/seeds';
import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';

import { chainFrom, isLinkOf, LINKS, numbersOfLink } from './chain.ts';
import { openRoundSource } from './round-source.ts';
import * as rounds from '#studio/server/tables/rounds.store';
import { roulette } from './rules/roulette.ts';

const LAST_LINK = 'ab'.repeat(32);
const links = chainFrom(nodeHash, LAST_LINK);
const FIRST_HASH = links[0] ?? '';

test('hashes every link to the one before it, by either implementation', () => {
  assert.equal(links.length, LINKS + 1);
  assert.equal(links.at(-1), LAST_LINK);
  assert.deepEqual(chainFrom(sha256Hex, LAST_LINK), links);
  for (const [number, link] of links.slice(1).entries()) assert.equal(nodeHash(link), links[number]);
});

test('draws the published numbers: HMAC(link, "game:chain:round"), block by block', () => {
  const link = links[17] ?? '';
  const drawn = numbersOfLink(nodeHmac, { gameCode: 'roulette', chainNo: 3, roundNo: 17, link }, [37]);
  const block = Buffer.from(nodeHmac(Buffer.from(link), Buffer.from('roulette:3:17:0')));
  assert.deepEqual(drawn, [block.readUInt32BE(0) % 37]);
  assert.deepEqual(numbersOfLink(hmacSha256, { gameCode: 'roulette', chainNo: 3, roundNo: 17, link }, [37]), drawn);
});

test('finds a changed link, a link of another round and a link of another chain', () => {
  for (const roundNo of [1, 2, 500, LINKS]) {
    const link = links[roundNo] ?? '';
    assert.ok(isLinkOf(sha256Hex, FIRST_HASH, { roundNo, link }));
    const changed = `${link.startsWith('0') ? '1' : '0'}${link.slice(1)}`;
    assert.ok(!isLinkOf(sha256Hex, FIRST_HASH, { roundNo, link: changed }));
    assert.ok(!isLinkOf(sha256Hex, FIRST_HASH, { roundNo: roundNo === 1 ? 2 : roundNo - 1, link }));
    assert.ok(!isLinkOf(sha256Hex, links[1] ?? '', { roundNo, link }));
  }
  assert.ok(!isLinkOf(sha256Hex, FIRST_HASH, { roundNo: 0, link: FIRST_HASH }));
  assert.ok(!isLinkOf(sha256Hex, FIRST_HASH, { roundNo: 1e9, link: LAST_LINK }));
});

test('commits to the next chain while one is in use and continues with it after the last link', () => {
  const store = openStore(':memory:');
  rounds.applyTableRounds(store);
  const source = openRoundSource(roulette);
  const [first, second] = [source.fresh(), source.fresh()];
  const open = (roundId: string, roundNo: bigint): rounds.TableRoundRow => {
    const times = { opensAtMs: roundNo, closesAtMs: roundNo, shownAtMs: roundNo, endsAtMs: roundNo };
    rounds.insertRound(store, 'roulette', { roundId, roundNo, position: 0n, ...times });
    return rounds.findRound(store, roundId) ?? assert.fail(roundId);
  };
  rounds.insertSource(store, 'roulette', first);
  rounds.changeSource(store, 'roulette');
  rounds.insertSource(store, 'roulette', second);
  assert.notEqual(first.commitment, second.commitment);
  assert.equal(rounds.findNextCommitment(store, 'roulette'), second.commitment);
  const nearlyLast = open('nearly-last', 999n);
  assert.equal(nearlyLast.commitment, first.commitment);
  assert.deepEqual(source.next(nearlyLast), { roundNo: 1_000n, position: 0n });
  assert.equal(source.next(open('last', 1_000n)), undefined);
  rounds.changeSource(store, 'roulette');
  const following = open('following', 1n);
  assert.equal(following.commitment, second.commitment);
  const link = source.proofOf(following) ?? '';
  assert.ok(isLinkOf(sha256Hex, second.commitment, { roundNo: 1, link }));
  store.close();
});
