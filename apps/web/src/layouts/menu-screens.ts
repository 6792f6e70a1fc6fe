// Modal screens that only the menu opens (spec §2): names in the query, no addresses of their own.

export const menuScreens = { depositAuto: 'deposit-auto', depositWallet: 'deposit-wallet' } as const;
