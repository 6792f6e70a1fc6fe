// Joining a site: registration and the terms of use.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./register.journey.ts');
await import('./terms.journey.ts');
