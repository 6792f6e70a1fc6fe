// Joining a site and signing in: registration, sign-in, the whole way to a withdrawal, and the terms of use.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./register.journey.ts');
await import('./login.journey.ts');
await import('./input.journey.ts');
await import('./first-day.journey.ts');
await import('./terms.journey.ts');
await import('./old-browser.journey.ts');
