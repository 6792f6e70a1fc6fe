// The pages before and without their code: the landing page, rendered pages, and code that comes late.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./landing.journey.ts');
await import('./prerender.journey.ts');
await import('./lazy-code.journey.ts');
