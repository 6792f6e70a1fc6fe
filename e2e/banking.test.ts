// Depositing by slip, by wallet, with the code of an account, and at the sandbox bank; withdrawing.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).
//
// Elsewhere: the same steps by keyboard only (keyboard.heavy.test.ts).

await import('./slip.journey.ts');
await import('./wallet-deposit.journey.ts');
await import('./account-qr.journey.ts');
await import('./bank-page.journey.ts');
await import('./withdrawal.journey.ts');
