// Games with shared rounds, and operators' decisions on a member's game.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./baccarat.journey.ts');
await import('./trading.journey.ts');
await import('#e2e/held-and-break.journey');
