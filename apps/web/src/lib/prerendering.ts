// True where a page is drawn for everybody, before anybody's browser has it (src/screens.tsx): nothing is known of a
// member there.

// Without a bundler, in a test of a part, nothing is drawn ahead.
export const isPrerendering = (import.meta.env as ImportMetaEnv | undefined)?.SSR === true;
