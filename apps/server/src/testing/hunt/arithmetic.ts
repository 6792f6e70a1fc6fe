// Arithmetic on amounts in parts of a satang.

export const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
