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

export type AnnouncementRow = {
  readonly announcement: string;
  readonly state: 'planned' | 'live' | 'ended';
  readonly place: 'popup' | 'banner' | 'lobby';
  readonly audience: 'everyone' | 'visitors' | 'members';
  readonly text: string;
  readonly image: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly createdBy: string;
};

export type ListedProvider = {
  readonly provider: string;
  readonly name: string;
  readonly category: string;
  readonly isOpen: boolean;
  /** Of a closed one. */
  readonly closedBy: 'operator' | 'studio' | null;
  readonly notice: string | null;
  /** Place in the lobby; null: outside. */
  readonly order: number | null;
  readonly isNew: boolean;
  readonly isConnected: boolean;
  /** Offered games. */
  readonly games: number;
  /** In baht; null: the cap of its profile. */
  readonly winCap: string | null;
  readonly request: string | null;
};

export type ProviderGame = {
  readonly game: string;
  readonly name: string;
  readonly isOffered: boolean;
  readonly since: string | null;
};

/** A key of a provider; `createdAt` is null for the first key of the studio. */
export type ProviderKey = { readonly key: string; readonly isLive: boolean; readonly createdAt: string | null };

/** A signed request that was rejected for good, kept without tokens for 30 days. */
export type RefusedCallRow = {
  readonly path: string;
  readonly code: string;
  readonly body: string;
  readonly times: number;
  readonly lastReceivedAt: string;
};

export type ProviderDetail = ListedProvider & {
  readonly list: readonly ProviderGame[];
  /** The oldest first. */
  readonly keys: readonly ProviderKey[];
  /** The newest first, at most 20. */
  readonly refusedCalls: readonly RefusedCallRow[];
};

export type TermsDetail = {
  /** The oldest first; the last one is in force. */
  readonly versions: readonly { readonly version: number; readonly publishedAt: string; readonly accepted: number }[];
  /** The text in force; empty: none. */
  readonly content: string;
  readonly request: string | null;
};
