/** The rank of a card from 0 to 51: 0 for ace to 12 for king. */
export function getRank(card: number): number {
  return card % 13;
}
