// Actions about drafts of promotions and batches of codes, as data.
//
// Always true: `terms` are lines of name=value. A draft changes nothing that a member sees.
//
// Elsewhere: publishing and ending (command-actions.ts), facts and effects (modules/operators/offer-actions.ts).

import { defineEntry } from './action-entry.ts';
import { PROMOTION_TERMS_LENGTH_MAX } from './command-actions.ts';

export const CODES_MAX = 5_000;
/** The longest line of a code has 80 characters. */
const CODES_FILE_LENGTH_MAX = CODES_MAX * 80;

export const offerActions = {
  'promotion.save-draft': defineEntry({
    permission: 'promotions.draft',
    people: 'alone',
    needsStepUp: false,
    fields: ['promotion', 'terms'],
    lengths: { terms: PROMOTION_TERMS_LENGTH_MAX },
    requestHours: 24,
  }),
  'promotion.discard-draft': defineEntry({
    permission: 'promotions.draft',
    people: 'alone',
    needsStepUp: false,
    fields: ['promotion'],
    requestHours: 24,
  }),
  // A new version; `terms` are lines of name=value, one for each field.
  'wheel.publish': defineEntry({
    permission: 'offers.terms',
    people: 'two',
    needsStepUp: true,
    fields: ['terms'],
    lengths: { terms: PROMOTION_TERMS_LENGTH_MAX },
    requestHours: 168,
  }),
  // Face value: amount × uses × codes, against the limit of the role.
  'code.create-batch': defineEntry({
    permission: 'codes.make',
    people: 'limit',
    needsStepUp: true,
    fields: ['prefix', 'count', 'terms'],
    requestHours: 168,
  }),
  // The text of a file: headings, then a code a line.
  'code.import': defineEntry({
    permission: 'codes.make',
    people: 'limit',
    needsStepUp: true,
    fields: ['rows'],
    lengths: { rows: CODES_FILE_LENGTH_MAX },
    requestHours: 168,
  }),
  'code.end-batch': defineEntry({
    permission: 'codes.disable',
    people: 'alone',
    needsStepUp: false,
    fields: ['batch'],
    requestHours: 24,
  }),
} as const;
