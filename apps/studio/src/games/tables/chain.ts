// Hash chain of a table: a thousand links, one for each round. Pure.
//
//     first ◀─SHA-256─ link 1 ◀─SHA-256─ link 2 ◀─ … ◀─ link 1,000
//
// Always true: link n is the SHA-256 of link n + 1, both as hexadecimal text. The first hash is published before round
// 1, link n when round n is shown: it proves round n at once and reveals no later round. The numbers of a
// round come from HMAC(link, "gameCode:chain:round").

import { drawNumbers, type Hmac } from '#studio/fairness/draw';

export const LINKS = 1_000;

export type HexHash = (text: string) => string;

export type Link = {
  readonly gameCode: string;
  readonly chainNo: number;
  readonly roundNo: number;
  readonly link: string;
};

/** The first hash and the thousand links, from the last link. */
export function chainFrom(hash: HexHash, lastLink: string): readonly string[] {
  const links = [lastLink];
  for (let index = LINKS; index > 0; index -= 1) links.push(hash(links.at(-1) ?? ''));
  return links.toReversed();
}

export function numbersOfLink(
  hmac: Hmac,
  { gameCode, chainNo, roundNo, link }: Link,
  sizes: readonly number[],
): number[] {
  return drawNumbers(hmac, { gameCode, serverSeed: link, clientSeed: String(chainNo), nonce: roundNo }, sizes);
}

/** Whether a link belongs to the chain whose first hash was published. */
export function isLinkOf(hash: HexHash, firstHash: string, { roundNo, link }: Pick<Link, 'roundNo' | 'link'>): boolean {
  if (roundNo < 1 || roundNo > LINKS) return false;
  let hashed = link;
  for (let index = 0; index < roundNo; index += 1) hashed = hash(hashed);
  return hashed === firstHash;
}
