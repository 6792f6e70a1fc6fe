// The terms of a code as an operator writes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatBaht } from '@chaba/money';

import { codeFacts, promotionFacts } from '@chaba/server/modules/operators';

import { newCode, newPromotion, withTerms } from './promotion-words.ts';

const capOf = (...words: readonly string[]): string => {
  const { withdrawCap } = newCode('word', words);
  return withdrawCap === undefined ? 'no limit' : formatBaht(withdrawCap);
};

test('the cap of a code is so much in baht or so many times what the code brings, and nothing is no limit', () => {
  assert.equal(capOf('amount=50', 'cap=200'), '200.00');
  assert.equal(capOf('amount=50', 'cap=4x'), '200.00');
  assert.equal(capOf('cap=2.5x', 'amount=50'), '125.00');
  assert.equal(capOf('amount=50', 'cap=0'), 'no limit');
  assert.equal(capOf('amount=50'), 'no limit');
  assert.equal(capOf('coins=3', 'cap=4x'), 'no limit');
});

test('a code keeps its word in capitals and asks for once its amount unless it is told otherwise', () => {
  const made = newCode(' songkran ', ['amount=100', 'turnover=5x', 'uses=10', 'each=2']);
  assert.deepEqual(
    [made.code, formatBaht(made.amount), made.coins, made.turnoverTimes, made.usesMax, made.usesPerMember],
    ['SONGKRAN', '100.00', 0n, 5, 10, 2],
  );
  assert.equal(newCode('plain', ['amount=100']).turnoverTimes, 1);
});

test('a code that brings nothing, a term that there is not and a figure that is none are told in a sentence', () => {
  for (const words of [[], ['turnover=5x'], ['amount=50', 'cap=many'], ['amount=50', 'colour=red'], ['amount']]) {
    assert.throws(() => newCode('word', words), { name: 'Error', message: /\.$/ });
  }
  assert.throws(() => newCode('two words', ['amount=50']), { message: /is no code/ });
});

test('the record of an act says in baht and in the words of the command what was set', () => {
  assert.deepEqual(codeFacts(newCode('word', ['amount=50', 'cap=4x', 'coins=3', 'days=2'])), {
    amount: '50.00',
    coins: '3',
    turnover: '1x',
    cap: '200.00',
    uses: 'any number',
    each: '1',
    days: '2',
  });
  const words = ['title=Songkran', 'baht=100', 'max=500', 'turnover=5x', 'weights=POKER:10', 'offered=no'];
  assert.deepEqual(promotionFacts(withTerms(newPromotion('songkran'), words, ['POKER'])), {
    title: 'Songkran',
    baht: '100.00',
    max: '500.00',
    min: '100.00',
    turnover: '5x',
    cap: '0.00',
    for: 'any',
    maxbet: '0.00',
    exclude: 'none',
    weights: 'POKER:10',
    place: '0',
    offered: 'no',
  });
});
