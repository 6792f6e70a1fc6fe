// Depositing: by slip, by wallet, with the code of an account, and at the sandbox bank.
//
// Always true: the parts run one after another on one product and in one browser (product.ts, browser.ts).

await import('./slip.journey.ts');
await import('./wallet-deposit.journey.ts');
await import('./account-qr.journey.ts');
await import('./bank-page.journey.ts');
