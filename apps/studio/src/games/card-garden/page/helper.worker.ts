// Worker of the helper: computes the value of all thirty-two choices of a hand outside the page's thread.

import { createSolver, type Solver } from '#studio/games/card-garden/solver';

let solver: Solver | undefined;

addEventListener('message', (event: MessageEvent<readonly number[]>) => {
  solver ??= createSolver();
  postMessage({ cards: event.data, worths: solver.worthsOf(event.data) });
});
