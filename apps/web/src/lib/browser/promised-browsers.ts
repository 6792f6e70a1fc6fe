// The oldest browsers that the pages promise to work in, as build targets.
//
// Elsewhere: the check of APIs and syntax against them (testing/product/browser-support.ts).

export const BROWSERS: readonly string[] = ['chrome111', 'safari16.4', 'firefox128'];
