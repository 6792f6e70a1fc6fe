// Players of a benchmark by index: the fixture creates them, the load generator plays as them.

import { createSecretKey } from 'node:crypto';

import { encryptSessionToken } from '#server/modules/game-sessions/session-token';

const SESSION_LIFETIME_MS = 86_400_000;

export const formatPlayerId = (place: number): string => `bench${place}`;

/** The site's key of session tokens in hex, and the member id of the first player; the others follow. */
export type TokenSource = { readonly key: string; readonly firstMember: string };

/** Session tokens by player index, encrypted on first use. */
export function createTokenSource({ key, firstMember }: TokenSource): (place: number) => string {
  const tokens = new Map<number, string>();
  const [secret, first, expiresAt] = [
    createSecretKey(key, 'hex'),
    BigInt(firstMember),
    Date.now() + SESSION_LIFETIME_MS,
  ];
  return (place) => {
    let token = tokens.get(place);
    if (token === undefined) {
      const binding = { key: secret, provider: 'test', playerId: formatPlayerId(place) };
      token = encryptSessionToken(binding, { memberId: first + BigInt(place), expiresAt });
      tokens.set(place, token);
    }
    return token;
  };
}
