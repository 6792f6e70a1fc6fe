// Withdrawing; the same steps and those before them by keyboard only.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./withdrawal.journey.ts');
await import('./keyboard.journey.ts');
