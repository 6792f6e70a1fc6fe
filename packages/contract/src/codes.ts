// Numbers and names of the wire that both sides read, apart from the schemas that no browser fetches.

/** For every …Type of a promotion: 1 means so many times, anything else means baht (spec §3). */
export const MULTIPLES = 1;

/** Spec §4: 0 and 1 approved, 2 pending, 3 failed. */
export const APPROVED = 1;
export const PENDING = 2;
export const FAILED = 3;

/** The lists of the game lobby (spec §3). */
export const gameCategories = ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'] as const;

/** Kinds of play that a member chooses by; the first eight are of slots. */
export const gameMechanics = [
  'lines',
  'waysCascade',
  'variableWays',
  'holdAndSpin',
  'book',
  'anywhere',
  'cluster',
  'threeReels',
  'videoPoker',
  'cards',
  'dice',
  'wheel',
  'counting',
  'market',
] as const;

/** A dialog of landing and home, a line on every page, a card of the lobby. */
export const announcementPlaces = ['popup', 'banner', 'lobby'] as const;
export const announcementAudiences = ['everyone', 'visitors', 'members'] as const;

/** Looks that a site begins with. */
export const themePresets = ['gold', 'jade', 'sapphire', 'ruby'] as const;

/** A provider is closed by an operator or by the studio. */
export const providerClosers = ['operator', 'studio'] as const;

/** Extension: requests a new token of the caller's own session when all others end. */
export const RENEW_SESSION_HEADER = 'renew-session';
