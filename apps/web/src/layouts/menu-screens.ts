// Modal screens that only the menu opens (spec §2): named in the query, without addresses of their own.

export const menuScreens = { depositAuto: 'deposit-auto', depositWallet: 'deposit-wallet' } as const;
