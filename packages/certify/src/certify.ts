// The conformance run of the seamless wallet: every rule of the protocol that can be seen from outside, as a scenario that is
// played against any server that speaks it.
//
// Always true: a run needs one player with at least RUN_NEEDS baht and leaves nothing open but what a scenario says; scenarios
// run one after the other, because each looks at the player's balance.
//
// Elsewhere: the scenarios (scenarios/), the command (scripts/certify.ts), the protocol in words (docs/providers.md).

import { corrections } from './scenarios/corrections.ts';
import { bets } from './scenarios/bets.ts';
import { longRuns } from './scenarios/long-runs.ts';
import { rollbacks } from './scenarios/rollbacks.ts';
import { seats } from './scenarios/sessions.ts';
import { spins } from './scenarios/betwin.ts';
import { transport } from './scenarios/transport.ts';
import { wins } from './scenarios/wins.ts';
import { ExpectationError, type Scenario, Skip, ScenarioContext, type Wallet } from './scenario-context.ts';

export type { Wallet } from './scenario-context.ts';
export { type Key, send } from './wire.ts';

/** Whole baht that the player should have. */
export const RUN_NEEDS_BAHT = 200;

export const scenarios: readonly Scenario[] = [
  ...transport,
  ...seats,
  ...bets,
  ...wins,
  ...rollbacks,
  ...spins,
  ...corrections,
  ...longRuns,
];

export type Verdict = {
  readonly id: string;
  readonly rule: string;
  /** Nothing when the scenario passed. */
  readonly fault: string | undefined;
  /** What the run was not given, where the scenario could not be played. */
  readonly skipped?: string;
  readonly tookMs: number;
};

/** Plays every scenario, or those whose id begins with `only`; `tell` hears each verdict as it falls. */
export async function certify(
  wallet: Wallet,
  { only = '', tell = () => undefined }: { readonly only?: string; readonly tell?: (verdict: Verdict) => void } = {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const scenario of scenarios.filter(({ id }) => id.startsWith(only))) {
    const startedAt = performance.now();
    const outcome = await scenario.run(new ScenarioContext(wallet)).then(() => ({ fault: undefined }), outcomeOf);
    const verdict = { id: scenario.id, rule: scenario.rule, ...outcome, tookMs: performance.now() - startedAt };
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

function outcomeOf(error: unknown): Pick<Verdict, 'fault' | 'skipped'> {
  if (error instanceof Skip) return { fault: undefined, skipped: error.message };
  if (error instanceof ExpectationError) return { fault: error.message };
  return { fault: `no answer: ${error instanceof Error ? error.message : String(error)}` };
}
