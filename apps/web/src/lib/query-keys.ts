// Every query key of the product: where features meet without importing each other. Never a Money in
// a key (JSON cannot hold a bigint).

export const queryKeys = {
  site: ['site'],
  terms: ['terms'],
  /** Balance, wallets and turnover: what the live stream writes. */
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
  openRounds: ['open-rounds'],
  bets: ['bets'],
  /** Under the bets' key, because what makes those stale makes what was lost stale too. */
  playLimits: ['bets', 'limits'],
  timeLimits: ['bets', 'time'],
  sessions: ['sessions'],
  pause: ['pause'],
  cashback: ['cashback'],
  affiliate: ['affiliate'],
  wheel: ['wheel'],
} as const;
