// Actions about the queues themselves: an item put off or taken over, the target of a queue.
//
// Always true: a mark decides nothing about its item. An item is named `<queue>:<item>`.
//
// Elsewhere: marks and targets (review), the items (queue-items.ts), their decisions (the actions by noun).

import {
  isQueueName,
  ITEM_LENGTH_MAX,
  PUT_OFF_MINUTES,
  type QueueName,
  TARGET_MINUTES_MAX,
} from '@chaba/contract/back-office/queues';

import { findClaim, loadTarget, putOffItem, setTarget, takeOverItem } from '#modules/review';

import { defineAction } from './actions.ts';
import { failOperator } from './operator-error.ts';

/** The name of an item for marks. Fails where the queue is unknown. */
export function parseMark(queue: string, item: string): string {
  if (!isQueueName(queue)) return failOperator('FIELD_INVALID', { field: 'queue' });
  const isFine = item.length >= 1 && item.length <= ITEM_LENGTH_MAX && !/\p{Cc}/u.test(item) && item.isWellFormed();
  return isFine ? `${queue}:${item}` : failOperator('FIELD_INVALID', { field: 'item' });
}

function parseNamed(text = ''): string {
  const colon = text.indexOf(':');
  return parseMark(text.slice(0, Math.max(0, colon)), text.slice(colon + 1));
}

const putOff = defineAction<{ readonly item: string; readonly minutes: number }>({
  parse({ item, minutes = '' }) {
    const wanted = PUT_OFF_MINUTES.find((each) => String(each) === minutes);
    return { item: parseNamed(item), minutes: wanted ?? failOperator('FIELD_INVALID', { field: 'minutes' }) };
  },
  load: async (_tx, _siteId, { item }) => ({ subject: item, facts: { item } }),
  async run(tx, by, { item, minutes }) {
    const { operatorId, reason } = by;
    await putOffItem(tx, by.siteId, { item, minutes, operatorId, reason });
    return { outcome: 'put_off', after: { minutes: String(minutes) } };
  },
});

const takeOver = defineAction<string>({
  parse: ({ item }) => parseNamed(item),
  async load(tx, siteId, item) {
    const claim = await findClaim(tx, siteId, item);
    return { subject: item, facts: { item, claimedBy: claim?.name ?? null } };
  },
  async run(tx, by, item) {
    await takeOverItem(tx, by.siteId, { item, operatorId: by.operatorId });
    return { outcome: 'taken_over' };
  },
});

const changeTarget = defineAction<{ readonly queue: QueueName; readonly minutes: number }>({
  parse({ queue = '', minutes = '' }) {
    const wanted = /^\d{1,5}$/.test(minutes) ? Number(minutes) : 0;
    const isFine = wanted >= 1 && wanted <= TARGET_MINUTES_MAX;
    return {
      queue: isQueueName(queue) ? queue : failOperator('FIELD_INVALID', { field: 'queue' }),
      minutes: isFine ? wanted : failOperator('FIELD_INVALID', { field: 'minutes' }),
    };
  },
  async load(tx, siteId, { queue, minutes }) {
    const now = await loadTarget(tx, siteId, queue);
    if (now === undefined) failOperator('FIELD_INVALID', { field: 'queue' });
    return {
      subject: `queue ${queue}`,
      facts: { queue, minutes: String(now), newMinutes: String(minutes) },
    };
  },
  async run(tx, by, { queue, minutes }) {
    await setTarget(tx, by.siteId, { queue, minutes });
    return { outcome: 'changed' };
  },
});

export const queueActions = {
  'queue.put-off': putOff,
  'queue.take-over': takeOver,
  'queue.set-target': changeTarget,
};
