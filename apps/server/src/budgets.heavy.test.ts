// Attempt limits across many processes.

import { test } from 'node:test';

import { checkSharedBudgets } from '#testing/shared-budgets';

test('four processes keep all attempt limits as one does', () => checkSharedBudgets(4));
test('eight processes keep all attempt limits as one does', () => checkSharedBudgets(8));
