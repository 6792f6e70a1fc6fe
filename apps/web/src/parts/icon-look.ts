// Appearance of the icons in bars and menus; their labels are beside them.

export const icons = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const;
