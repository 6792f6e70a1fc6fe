// Typed input of actions and files: terms, settings, providers, games, the wheel.
//
// Always true: other modules and the command line import this file and no other of the module. A value that cannot be
// used is an InputError with one sentence.
//
// Elsewhere: terms of promotions and codes (modules/promotion-input), the actions (modules/operators).

export { parseCsv } from './csv.ts';
export { parseGamesFile } from './games-file.ts';
export { InputError, joinTerms, parseAmount, parseTerm, requireTerm, splitTerms, withTerm } from './input.ts';
export { completeTerms, parseProviderTerms } from './provider-terms.ts';
export { checkFlags, type FlagAction, flags, requireFlag } from './site-flags.ts';
export { formatWheel, parseWheel } from './wheel-terms.ts';
