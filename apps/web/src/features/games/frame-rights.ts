// What a game's page may do in its frame.
//
// Always true: scripts together with an origin's own storage are given to other origins only. A page of our own origin that had
// both could take the frame's walls down and read the session, so a studio that is set up there by mistake plays without storage.

const RIGHTS =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

export function frameRights(url: string, ourOrigin: string): string {
  const isForeign = URL.canParse(url) && new URL(url).origin !== ourOrigin;
  return isForeign ? `${RIGHTS} allow-same-origin` : RIGHTS;
}
