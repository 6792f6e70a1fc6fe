// Actions at the end of a shift: a note with the open items, and the confirmation of the person who read it.
//
// Always true: the reason of a handover is its note.
//
// Elsewhere: handovers (modules/review), the rule of people (actions.ts).

import { IDLE_SECONDS } from '@chaba/contract/back-office/actions';
import { roles } from '@chaba/contract/back-office/roles';
import { type Shift, shifts } from '@chaba/contract/back-office/shifts';

import { confirmHandover, loadQueues, toHandoverFacts, writeHandover } from '#modules/review';

import { defineAction } from './actions.ts';
import * as approvals from './approvals.store.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';

const REQUESTS_COUNTED_MAX = 200;

export const formatHandover = (handoverId: bigint): string => `H${handoverId}`;

function parseHandover(text = ''): bigint {
  const [, digits] = /^H(\d{1,18})$/.exec(text) ?? [];
  return digits === undefined ? failOperator('FIELD_INVALID', { field: 'handover' }) : BigInt(digits);
}

const handOver = defineAction<Shift>({
  parse: ({ shift }) => shifts.find((each) => each === shift) ?? failOperator('FIELD_INVALID', { field: 'shift' }),
  load: async (_tx, _siteId, shift) => ({ subject: `shift ${shift}`, facts: { shift } }),
  async run(tx, { siteId, operatorId, reason }) {
    const open = { isOpen: true, before: undefined, limit: REQUESTS_COUNTED_MAX };
    const facts = toHandoverFacts(await loadQueues(tx, siteId), {
      requests: (await approvals.listRequests(tx, siteId, open)).length,
      signedIn: await people.listSignedIn(tx, siteId, { roles, idleSeconds: IDLE_SECONDS }),
    });
    const handoverId = await writeHandover(tx, siteId, { operatorId, note: reason, facts });
    return { outcome: 'handed_over', after: { handover: formatHandover(handoverId) } };
  },
});

const confirmRead = defineAction<bigint>({
  parse: ({ handover }) => parseHandover(handover),
  load: async (_tx, _siteId, handoverId) => ({
    subject: `handover ${formatHandover(handoverId)}`,
    facts: { handover: formatHandover(handoverId) },
  }),
  async run(tx, { siteId, operatorId }, handoverId) {
    const isConfirmed = await confirmHandover(tx, siteId, { handoverId, operatorId });
    return isConfirmed ? { outcome: 'read' } : { rejection: 'NOT_WAITING' };
  },
});

export const shiftActions = {
  'shift.hand-over': handOver,
  'shift.confirm-read': confirmRead,
};
