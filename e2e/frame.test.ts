// The frame around every page, and the site as an installed app.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./frame.journey.ts');
await import('./app.journey.ts');
