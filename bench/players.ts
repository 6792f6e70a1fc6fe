// The players of a measurement, by their place: the stage makes them, the load generator plays as them.

export const playerIdOf = (place: number): string => `bench${place}`;
export const tokenOf = (place: number): string => `token-of-${place}`;
