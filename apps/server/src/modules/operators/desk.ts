// What every command of the operator's command line is given, and who acts by it.

import type { Database } from '@chaba/database';

import type { Site } from '#modules/site';

import { Sentence } from './brand-flags.ts';
import { type ActedBy, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from './operators.ts';

export type Desk = { readonly database: Database; readonly site: Site; readonly given: Given };

export type Given = {
  readonly words: readonly string[];
  readonly reason: string | undefined;
  readonly operator: string;
  readonly member: string | undefined;
  readonly siteCode: string | undefined;
};

export function actedBy({ site, given }: Desk): ActedBy {
  const reason = given.reason ?? '';
  if (reason.length < REASON_LENGTH_MIN || reason.length > REASON_LENGTH_MAX) {
    throw new Sentence('Every act needs a reason: --reason "…", 3 to 500 characters.', 2);
  }
  return { siteId: site.id, operator: given.operator, reason };
}
