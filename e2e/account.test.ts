// A member's account: profile, histories, reminders, and screens over the menu.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./profile.journey.ts');
await import('./history.journey.ts');
await import('./clock.journey.ts');
await import('./modal-screens.journey.ts');
