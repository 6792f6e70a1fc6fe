// References of transfers. Pure.
//
// Always true: a reference is stored and sent in the letters in which it was received, because banks distinguish them.

/** Reports of one transfer may write its reference in other letter case. */
export function isSameReference(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
