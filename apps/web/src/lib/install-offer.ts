// The browser's own offer to put the site on the home screen: it comes once, early, and is kept until it is needed.
//
// Elsewhere: when it is spoken of (install.ts).

import { subscribers } from './subscribers.ts';

type Offer = Event & { readonly prompt: () => Promise<{ readonly outcome: string }> };

export const offerChanges = subscribers();
let offer: Offer | undefined;

/** Before React starts. */
export function keepInstallOffer(): void {
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

export const hasOffer = (): boolean => offer !== undefined;

/** It can be used once. */
export function takeOffer(): Offer | undefined {
  const taken = offer;
  offer = undefined;
  return taken;
}
