// Attempt limits across processes: slips, item codes, logins and checks.

import { test } from 'node:test';

import { checkSharedBudgets } from '#testing/shared-budgets';

test('two processes keep all attempt limits as one does', () => checkSharedBudgets(2));
