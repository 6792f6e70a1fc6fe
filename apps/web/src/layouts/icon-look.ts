// How the icons of bars and menus are drawn; their words stand beside them.

export const icons = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const;
