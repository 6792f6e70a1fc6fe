// True where a page is drawn for everybody, before anybody's browser has it (src/screens.tsx): nothing is known of a
// member there.

export const isDrawnAhead = import.meta.env.SSR;
