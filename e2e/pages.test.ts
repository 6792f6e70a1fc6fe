// The pages before and without their code: the landing page and rendered pages.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).
//
// Elsewhere: code that a page loads when it is first used (lazy-code.heavy.test.ts).

await import('./landing.journey.ts');
await import('./prerender.journey.ts');
