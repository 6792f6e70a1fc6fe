// Shapes of the page of the site.
//
// Always true: a value is a text in the form that its action takes (site-settings.ts); times are ISO texts.

import type { SettingName } from './site-settings.ts';

export type SettingRow = {
  readonly name: SettingName;
  readonly value: string;
  /** The person who changed it last, or requester and approver; empty: unchanged since the start. */
  readonly changedBy: readonly string[];
  readonly changedAt: string | null;
  /** An open request about it. */
  readonly request: string | null;
};

export type SiteSettings = { readonly settings: readonly SettingRow[] };
