// Arithmetic on amounts in parts of a satang.

export const max = (...amounts: readonly [bigint, ...bigint[]]): bigint =>
  amounts.reduce((most, each) => (each > most ? each : most));
export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
