// Attempt limits across processes: slips, item codes, logins and checks.

import { test } from 'node:test';

import { checkSharedAttemptLimits } from '#testing/shared-attempt-limits';

test('two processes keep all attempt limits as one does', () => checkSharedAttemptLimits(2));
