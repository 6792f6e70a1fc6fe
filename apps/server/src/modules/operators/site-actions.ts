// Actions about the flags, limits, look and terms of a site.
//
// Always true: what loosens a limit or opens a switch needs two people, what tightens or closes needs one. The action
// of a setting is fixed, so that a limit is not changed by the permission of a look. Changed terms of cashback and
// referral are versions.
//
// Elsewhere: flags and their forms (operator-input/site-flags.ts), sites (modules/site), terms of use (modules/terms).

import { isSettingValue } from '@chaba/contract/back-office/site-settings';
import { formatBaht } from '@chaba/money';

import * as sites from '#modules/site';
import * as terms from '#modules/terms';
import { checkFlags, type FlagAction, requireFlag } from '#modules/operator-input';

import { type ActionFacts, defineAction } from './actions.ts';
import { readOfferTerms } from './offer-terms.ts';
import { insertOfferTerms } from './offer-terms.store.ts';
import { failOperator } from './operator-error.ts';
import { parseTime } from './subjects.ts';

type FlagChange = { readonly name: string; readonly value: string };

export const subjectOfFlag = (name: string): string => `flag ${name}`;

function defineFlag(action: FlagAction) {
  return defineAction<FlagChange>({
    parse({ flag = '', value = '' }) {
      return requireFlag(flag).action === action
        ? { name: flag, value }
        : failOperator('FIELD_INVALID', { field: 'flag' });
    },
    async load(tx, siteId, { name, value }) {
      const flag = requireFlag(name);
      const site = await sites.loadSite(tx, siteId);
      const to = checkFlags(site, flag.write(value));
      return {
        subject: subjectOfFlag(name),
        facts: { flag: name, value: flag.read(site), newValue: value },
        isTightening: flag.isTighter(site, to),
      };
    },
    async run(tx, { siteId, requestId }, { name, value }) {
      const flag = requireFlag(name);
      const before = await sites.loadSite(tx, siteId);
      const to = checkFlags(before, flag.write(value));
      const site = await sites.changeSite(tx, siteId, to);
      if (action === 'site.set-terms') {
        const terms = { before: readOfferTerms(before), after: readOfferTerms(site), requestId };
        await insertOfferTerms(tx, siteId, terms);
      }
      return { outcome: 'set', after: { ...toSettingFacts(to), value: flag.read(site) } };
    },
  });
}

/** Changed settings with amounts in baht: every `bigint` setting is an amount. */
function toSettingFacts(to: sites.SiteSwitches): ActionFacts {
  const changed = Object.entries(to).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    changed.map(([name, value]) => [name, typeof value === 'bigint' ? `${formatBaht(value)} baht` : value]),
  );
}

type Maintenance = { readonly message: string; readonly endsAt: Date | undefined };

/** Closes the site for members; the end is what they read, and opens nothing. */
const beginMaintenance = defineAction<Maintenance>({
  parse({ message = '', endsAt = '' }) {
    const text = message.trim();
    if (!isSettingValue('text', text)) failOperator('FIELD_INVALID', { field: 'message' });
    const at = endsAt === '' ? undefined : parseTime('endsAt', endsAt);
    if (at !== undefined && at.getTime() <= Date.now()) failOperator('FIELD_INVALID', { field: 'endsAt' });
    return { message: text, endsAt: at };
  },
  async load(tx, siteId, to) {
    const site = await sites.loadSite(tx, siteId);
    return {
      subject: subjectOfFlag('Maintenance'),
      facts: {
        Maintenance: site.isInMaintenance,
        message: site.maintenanceMessage,
        endsAt: site.maintenanceEndsAt?.toISOString() ?? null,
        newMessage: to.message,
        newEndsAt: to.endsAt?.toISOString() ?? null,
      },
      isTightening: true,
    };
  },
  async run(tx, { siteId }, { message, endsAt }) {
    await sites.changeSite(tx, siteId, {
      isInMaintenance: true,
      maintenanceMessage: message,
      maintenanceEndsAt: endsAt,
    });
    return { outcome: 'set', after: { message, endsAt: endsAt?.toISOString() ?? null } };
  },
});

/** The subject of requests about the terms of use. */
export const TERMS_SUBJECT = 'terms';

/** Publishes a text as the next version of the terms of use. */
const publishTerms = defineAction<string>({
  parse({ content = '' }) {
    const text = content.trim();
    const isFine = text !== '' && text.length <= terms.TERMS_LENGTH_MAX && !text.includes('\u0000');
    return isFine ? text : failOperator('FIELD_INVALID', { field: 'content' });
  },
  async load(tx, siteId, content) {
    const inForce = await terms.findTermsInForce(tx, siteId);
    return {
      subject: TERMS_SUBJECT,
      facts: {
        version: inForce?.version ?? null,
        characters: inForce?.content.length ?? 0,
        newCharacters: content.length,
      },
    };
  },
  async run(tx, { siteId }, content) {
    const version = await terms.publishTerms(tx, siteId, content);
    if (version === 'unchanged') return { rejection: 'BLOCKED', reasons: [version] };
    return { outcome: 'published', after: { version } };
  },
});

export const siteActions = {
  'site.set-switch': defineFlag('site.set-switch'),
  'site.set-limit': defineFlag('site.set-limit'),
  'site.set-terms': defineFlag('site.set-terms'),
  'site.set-look': defineFlag('site.set-look'),
  'site.begin-maintenance': beginMaintenance,
  'site.publish-terms': publishTerms,
};
