// Actions about the flags, limits, look and terms of a site.
//
// Always true: what loosens a limit or opens a switch needs two people, what tightens or closes needs one. The action
// of a setting is fixed, so that a limit is not changed by the permission of a look.
//
// Elsewhere: flags and their forms (input/site-flags.ts), sites (modules/site), terms of use (modules/terms).

import { formatBaht } from '@chaba/money';

import * as sites from '#modules/site';
import * as terms from '#modules/terms';

import { type ActionFacts, defineAction } from './actions.ts';
import { checkFlags, type FlagAction, requireFlag } from './input/site-flags.ts';
import { failOperator } from './operator-error.ts';

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
    async run(tx, { siteId }, { name, value }) {
      const flag = requireFlag(name);
      const to = checkFlags(await sites.loadSite(tx, siteId), flag.write(value));
      const site = await sites.changeSite(tx, siteId, to);
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

/** Publishes a text as the next version of the terms of use. */
const publishTerms = defineAction<string>({
  parse({ content = '' }) {
    const text = content.trim();
    const isFine = text !== '' && text.length <= terms.TERMS_LENGTH_MAX && !text.includes('\u0000');
    return isFine ? text : failOperator('FIELD_INVALID', { field: 'content' });
  },
  load: async (_tx, _siteId, content) => ({ subject: 'terms', facts: { characters: content.length } }),
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
  'site.publish-terms': publishTerms,
};
