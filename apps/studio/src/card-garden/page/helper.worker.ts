// The helper's arithmetic, away from the page: all thirty-two choices of a hand, each with what it is worth.

import { makeSolver, type Solver } from '#studio/card-garden/solver';

let solver: Solver | undefined;

addEventListener('message', (event: MessageEvent<readonly number[]>) => {
  solver ??= makeSolver();
  postMessage({ cards: event.data, worths: solver.worthsOf(event.data) });
});
