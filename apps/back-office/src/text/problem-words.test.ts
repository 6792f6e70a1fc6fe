// Problems of bank reports in the words of both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reportProblems } from '@chaba/contract/back-office/queues';

import { describeReportProblem } from './problem-words.ts';
import { queuesEn } from './queues-en.text.ts';
import { queuesTh } from './queues-th.text.ts';

test('describes each stored problem of a bank report in words, with its details', () => {
  for (const words of [queuesTh, queuesEn]) {
    const described = reportProblems.map((code) => describeReportProblem(words, code));
    assert.equal(new Set(described).size, reportProblems.length);
    assert.ok(described.every((each) => !/[A-Z]_[A-Z]/.test(each)));
  }
  assert.equal(describeReportProblem(queuesTh, 'FIELDS: amount, at'), 'ช่องที่ขาดหรืออ่านไม่ได้: amount, at');
  assert.equal(
    describeReportProblem(queuesEn, 'NOT_JSON: SyntaxError: "}" expected: x'),
    'Not valid JSON: SyntaxError: "}" expected: x',
  );
  for (const stored of ['SOMETHING_NEW: x', 'constructor', '']) {
    assert.equal(describeReportProblem(queuesEn, stored), stored);
  }
});
