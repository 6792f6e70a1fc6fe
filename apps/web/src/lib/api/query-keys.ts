// Every query key of the product: features share keys without importing each other. A key never contains a Money (JSON
// cannot hold a bigint).

export const queryKeys = {
  site: ['site'],
  terms: ['terms'],
  /** Balance, wallets and turnover, updated by the live stream. */
  balance: ['balance'],
  withdrawCondition: ['withdraw-condition'],
  depositAccounts: ['deposit-accounts'],
  promotions: ['promotions'],
  bonus: ['bonus'],
  history: ['history'],
  depositHistory: ['history', 'deposit'],
  withdrawHistory: ['history', 'withdraw'],
  transferHistory: ['history', 'transfer'],
  slips: ['history', 'slips'],
  depositLimits: ['history', 'deposit-limits'],
  catalogue: ['catalogue'],
  launch: ['launch'],
  gameSheet: ['game-sheet'],
  memberGames: ['member-games'],
  openRounds: ['open-rounds'],
  bets: ['bets'],
  /** Below the key of bets: a change that makes bets stale makes the losses stale too. */
  playLimits: ['bets', 'limits'],
  timeLimits: ['bets', 'time'],
  sessions: ['sessions'],
  pause: ['pause'],
  cashback: ['cashback'],
  affiliate: ['affiliate'],
  wheel: ['wheel'],
} as const;
