// The name of the trading game, which its page and the catalogue share.

export const text = {
  name: 'เส้นทางว่าว',
} as const;
