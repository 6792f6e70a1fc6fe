// Parsing of the terms of item codes and promotions.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatBaht } from '@chaba/money';

import { codeFacts, promotionFacts } from './promotion-input.ts';

import { createItemCode, createPromotion, applyTerms } from './promotion-terms.ts';

const formatCap = (...words: readonly string[]): string => {
  const { withdrawCap } = createItemCode('word', words);
  return withdrawCap === undefined ? 'no limit' : formatBaht(withdrawCap);
};

test('parses a code cap in baht or as a multiple of the amount; 0 and none mean no limit', () => {
  assert.equal(formatCap('amount=50', 'cap=200'), '200.00');
  assert.equal(formatCap('amount=50', 'cap=4x'), '200.00');
  assert.equal(formatCap('cap=2.5x', 'amount=50'), '125.00');
  assert.equal(formatCap('amount=50', 'cap=0'), 'no limit');
  assert.equal(formatCap('amount=50'), 'no limit');
  assert.equal(formatCap('coins=3', 'cap=4x'), 'no limit');
});

test('stores a code in capitals with a default turnover of 1x', () => {
  const made = createItemCode(' songkran ', ['amount=100', 'turnover=5x', 'uses=10', 'each=2']);
  assert.deepEqual(
    [made.code, formatBaht(made.amount), made.coins, made.turnoverTimes, made.usesMax, made.usesPerMember],
    ['SONGKRAN', '100.00', 0n, 5, 10, 2],
  );
  assert.equal(createItemCode('plain', ['amount=100']).turnoverTimes, 1);
});

test('rejects a code without worth, an unknown term and an invalid figure with one sentence', () => {
  for (const words of [[], ['turnover=5x'], ['amount=50', 'cap=many'], ['amount=50', 'colour=red'], ['amount']]) {
    assert.throws(() => createItemCode('word', words), { name: 'Error', message: /\.$/ });
  }
  assert.throws(() => createItemCode('two words', ['amount=50']), { message: /is no code/ });
});

test('formats the facts of an audit entry in baht and in the words of the command line', () => {
  assert.deepEqual(codeFacts(createItemCode('word', ['amount=50', 'cap=4x', 'coins=3', 'days=2'])), {
    amount: '50.00',
    coins: '3',
    turnover: '1x',
    cap: '200.00',
    uses: 'any number',
    each: '1',
    days: '2',
  });
  const words = ['title=Songkran', 'baht=100', 'max=500', 'turnover=5x', 'weights=POKER:10', 'offered=no'];
  assert.deepEqual(promotionFacts(applyTerms(createPromotion('songkran'), words, ['POKER'])), {
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
    budget: 'none',
    place: '0',
    offered: 'no',
  });
});
