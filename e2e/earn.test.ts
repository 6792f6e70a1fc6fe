// Earning: cashback, referral income, promotions and the wheel.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./cashback.journey.ts');
await import('./affiliate.journey.ts');
await import('./promotions.journey.ts');
await import('./wheel.journey.ts');
