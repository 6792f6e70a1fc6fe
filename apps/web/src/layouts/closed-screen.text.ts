// Words of the closed site, loaded with it.

export const closedText = { expectedEnd: 'คาดว่าจะเปิดให้บริการ' } as const;
