// Actions about announcements: create, change, end.
//
// Always true: a text is plain text. One that has ended never changes. A picture belongs to a dialog.
//
// Elsewhere: what is shown when (modules/announcements/announcements.ts), fields (packages/contract).

import { isSettingValue, MESSAGE_LENGTH_MAX } from '@chaba/contract/back-office/site-settings';
import type { Queryable } from '@chaba/database';

import {
  type SiteAnnouncement,
  type AnnouncementTerms,
  changeAnnouncement,
  createAnnouncement,
  endAnnouncement,
  findAnnouncement,
} from '#modules/announcements';

import { type ActionFacts, type ActionInput, defineAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseId, parseTime } from './subjects.ts';

const places = ['popup', 'banner', 'lobby'] as const;
const audiences = ['everyone', 'visitors', 'members'] as const;
const DAY_MS = 86_400_000;
const DAYS_MAX = 366;

type Terms = Omit<AnnouncementTerms, 'startsAt'> & { readonly startsAt: Date | undefined };

function parseTerms(input: ActionInput): Terms {
  const { text = '', image = '', startsAt = '' } = input;
  const place = places.find((each) => each === input['place']) ?? failOperator('FIELD_INVALID', { field: 'place' });
  const audience =
    audiences.find((each) => each === input['audience']) ?? failOperator('FIELD_INVALID', { field: 'audience' });
  const content = text.trim();
  const isText = content !== '' && content.length <= MESSAGE_LENGTH_MAX && isSettingValue('text', content);
  if (!isText) failOperator('FIELD_INVALID', { field: 'text' });
  if (!isSettingValue('image', image) || (image !== '' && place !== 'popup')) {
    failOperator('FIELD_INVALID', { field: 'image' });
  }
  const begin = startsAt === '' ? undefined : parseTime('startsAt', startsAt);
  const endsAt = parseTime('endsAt', input['endsAt']);
  const lengthMs = endsAt.getTime() - (begin?.getTime() ?? Date.now());
  if (lengthMs <= 0 || lengthMs > DAYS_MAX * DAY_MS || endsAt.getTime() <= Date.now()) {
    failOperator('FIELD_INVALID', { field: 'endsAt' });
  }
  return { place, audience, text: content, imageUrl: image, startsAt: begin, endsAt };
}

const subjectOf = (announcementId: bigint): string => `announcement ${announcementId}`;

function toFacts({ place, audience, text, imageUrl, startsAt, endsAt }: Terms): ActionFacts {
  return {
    place,
    audience,
    text,
    image: imageUrl,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt.toISOString(),
  };
}

/** New values of the fields that differ, by the names of the fields with `new` before them. */
function listChanges(before: SiteAnnouncement, to: Terms): ActionFacts {
  const next = toFacts({ ...to, startsAt: to.startsAt ?? before.startsAt });
  const known = toFacts(before);
  const changed = Object.entries(next).filter(([name, value]) => known[name] !== value);
  return Object.fromEntries(changed.map(([name, value]) => [`new${name[0]?.toUpperCase()}${name.slice(1)}`, value]));
}

async function requireAnnouncement(database: Queryable, siteId: number, id: bigint): Promise<SiteAnnouncement> {
  return (await findAnnouncement(database, siteId, id)) ?? failOperator('NOT_FOUND');
}

const create = defineAction<Terms>({
  parse: parseTerms,
  load: async (_tx, _siteId, terms) => ({ subject: 'announcement', facts: toFacts(terms) }),
  async run(tx, by, terms) {
    const row = { ...terms, startsAt: terms.startsAt ?? new Date(), createdBy: by.name };
    const id = await createAnnouncement(tx, by.siteId, row);
    return { outcome: 'created', after: { announcement: String(id), ...toFacts(row) } };
  },
});

const change = defineAction<Terms & { readonly announcementId: bigint }>({
  parse: (input) => ({ ...parseTerms(input), announcementId: parseId('announcement', input['announcement']) }),
  async load(tx, siteId, to) {
    const before = await requireAnnouncement(tx, siteId, to.announcementId);
    return {
      subject: subjectOf(to.announcementId),
      facts: { state: before.state, ...toFacts(before), ...listChanges(before, to) },
    };
  },
  async run(tx, { siteId }, to) {
    const before = await requireAnnouncement(tx, siteId, to.announcementId);
    const row = { ...to, startsAt: to.startsAt ?? before.startsAt };
    const outcome = await changeAnnouncement(tx, siteId, row);
    return outcome === 'ended' ? { rejection: 'BLOCKED', reasons: [outcome] } : { outcome, after: toFacts(row) };
  },
});

const end = defineAction<bigint>({
  parse: (input) => parseId('announcement', input['announcement']),
  async load(tx, siteId, id) {
    const before = await requireAnnouncement(tx, siteId, id);
    return { subject: subjectOf(id), facts: { state: before.state, ...toFacts(before) } };
  },
  async run(tx, { siteId }, id) {
    const outcome = await endAnnouncement(tx, siteId, id);
    return outcome === 'unchanged' ? { rejection: 'BLOCKED', reasons: ['ended'] } : { outcome };
  },
});

export const announcementActions = {
  'announcement.create': create,
  'announcement.change': change,
  'announcement.end': end,
};
