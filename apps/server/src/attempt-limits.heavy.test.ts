// Attempt limits across many processes.

import { test } from 'node:test';

import { checkSharedAttemptLimits } from '#testing/shared-attempt-limits';

test('four processes keep all attempt limits as one does', () => checkSharedAttemptLimits(4));
test('eight processes keep all attempt limits as one does', () => checkSharedAttemptLimits(8));
