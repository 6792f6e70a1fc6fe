// Thai name of the trading game, shared by its page and the catalogue.

export const text = {
  name: 'เส้นทางว่าว',
} as const;
