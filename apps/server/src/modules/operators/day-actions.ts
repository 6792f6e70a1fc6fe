// Actions about business days: a difference explained, a day closed, a closed day reopened by two people.
//
// Always true: the reason of an explanation is its text. A day is closed with the figures that the person saw: other
// figures are SUBJECT_CHANGED.
//
// Elsewhere: days and what differs (modules/reports), the rule of people (actions.ts).

import { findDayGroup } from '@chaba/contract/back-office/day-close';
import type { Transaction } from '@chaba/database';
import { money } from '@chaba/money';

import {
  type BusinessDay,
  closeBusinessDay,
  explainDifference,
  loadBusinessDay,
  reopenBusinessDay,
} from '#modules/day-close';
import { toWireAmount } from '#core/wire-amount';

import { type ActionFacts, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseDay } from './subjects.ts';

const SUBJECT_LENGTH_MAX = 200;
const STATE_LENGTH_MAX = 300;

export const subjectOfDay = (day: string): string => `business day ${day}`;

async function requireDay(tx: Transaction, siteId: number, day: string): Promise<BusinessDay> {
  return (await loadBusinessDay(tx, siteId, day)) ?? failOperator('NOT_FOUND');
}

/** The closing balance of a group of lines. */
function sumGroup({ lines }: BusinessDay, group: string): string {
  const sum = lines.reduce((total, { line, closing }) => {
    const found = findDayGroup(line);
    if (found.group !== group) return total;
    return found.isFlipped === true ? total - closing : total + closing;
  }, 0n);
  return toWireAmount(money(sum));
}

function toFacts(found: BusinessDay): ActionFacts {
  return {
    day: found.day,
    differences: String(found.differences.length),
    unexplained: String(found.differences.filter(({ explanation }) => explanation === null).length),
    playerBalances: sumGroup(found, 'players'),
    pendingPayouts: sumGroup(found, 'payouts'),
  };
}

type Difference = { readonly day: string; readonly subject: string; readonly state: string };

const parseText = (field: string, text: string | undefined, most: number): string =>
  text !== undefined && text.length >= 1 && text.length <= most && !/\p{Cc}/u.test(text) && text.isWellFormed()
    ? text
    : failOperator('FIELD_INVALID', { field });

const explain = defineAction<Difference>({
  parse: (input) => ({
    day: parseDay(input['day']),
    subject: parseText('subject', input['subject'], SUBJECT_LENGTH_MAX),
    state: parseText('state', input['state'], STATE_LENGTH_MAX),
  }),
  async load(tx, siteId, { day, subject, state }) {
    const { differences } = await requireDay(tx, siteId, day);
    const found = differences.find((each) => each.subject === subject && each.state === state);
    if (found === undefined) return failOperator('NOT_WAITING');
    const { ours, theirs, detail, explanation } = found;
    return {
      subject: subjectOfDay(day),
      facts: {
        day,
        difference: subject,
        ours: ours === null ? null : toWireAmount(ours),
        otherSide: theirs === null ? null : toWireAmount(theirs),
        ...(detail === null ? {} : { detail }),
        ...(explanation === null ? {} : { explained: explanation }),
      },
    };
  },
  async run(tx, by, difference) {
    const isDone = await explainDifference(tx, by.siteId, { ...difference, text: by.reason, by: by.name });
    return isDone ? { outcome: 'explained' } : { rejection: 'NOT_WAITING' };
  },
});

const loadDay = async (tx: Transaction, siteId: number, day: string): Promise<LoadedAction> => ({
  subject: subjectOfDay(day),
  facts: toFacts(await requireDay(tx, siteId, day)),
});

const close = defineAction<string>({
  parse: ({ day }) => parseDay(day),
  load: loadDay,
  async run(tx, by, day) {
    const outcome = await closeBusinessDay(tx, by.siteId, { day, by: by.name });
    if (outcome === 'closed') return { outcome };
    if (outcome === 'not_waiting') return { rejection: 'NOT_WAITING' };
    return { rejection: 'BLOCKED', reasons: [outcome] };
  },
});

const reopen = defineAction<string>({
  parse: ({ day }) => parseDay(day),
  async load(tx, siteId, day) {
    const found = await requireDay(tx, siteId, day);
    if (!found.isClosed) return failOperator('NOT_WAITING');
    const [last] = found.closes;
    return { subject: subjectOfDay(day), facts: { day, closedBy: last?.closedBy ?? null } };
  },
  async run(tx, by, day) {
    if (by.requestId === undefined) return failOperator('PERMISSION_MISSING');
    const of = { day, by: by.name, requestId: by.requestId };
    return (await reopenBusinessDay(tx, by.siteId, of)) ? { outcome: 'reopened' } : { rejection: 'NOT_WAITING' };
  },
});

export const dayActions = {
  'business-day.explain': explain,
  'business-day.close': close,
  'business-day.reopen': reopen,
};
