// Sandbox permissions of a game's frame.
//
// Always true: scripts and own-origin storage are granted together to other origins only. A page of our own origin with
// both could remove the sandbox and read the session, so a studio misconfigured on our origin runs without storage.

import { parseUrl } from '#lib/browser/url';

const RIGHTS =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

export function getFrameRights(url: string, ourOrigin: string): string {
  const origin = parseUrl(url)?.origin;
  const isForeign = origin !== undefined && origin !== ourOrigin;
  return isForeign ? `${RIGHTS} allow-same-origin` : RIGHTS;
}
