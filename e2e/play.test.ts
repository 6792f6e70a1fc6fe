// Playing: the lobby, a game, its bets, and a game in its own tab.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./lobby.journey.ts');
await import('./games/game.journey.ts');
await import('./free-spins.journey.ts');
await import('./bets.journey.ts');
await import('./games/video-poker.journey.ts');
await import('./own-tab.journey.ts');
