// The browser's `beforeinstallprompt` event: it fires once, early, and is stored until it is used.
//
// Elsewhere: when the offer is shown (install.ts).

import { createSubscribers } from '#lib/react/subscribers';

type Offer = Event & { readonly prompt: () => Promise<{ readonly outcome: string }> };

export const offerChanges = createSubscribers();
let offer: Offer | undefined;

/** Runs before React starts. */
export function storeInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as Offer;
    offerChanges.notify();
  });
  globalThis.addEventListener('appinstalled', () => {
    offer = undefined;
    offerChanges.notify();
  });
}

export const hasInstallOffer = (): boolean => offer !== undefined;

/** Usable once. */
export function consumeInstallOffer(): Offer | undefined {
  const taken = offer;
  offer = undefined;
  return taken;
}
