// Conformance run of the seamless wallet: each externally visible rule of the protocol is a scenario, which runs
// against any server that implements the protocol.
//
// Always true: a run needs one player with at least RUN_NEEDS_BAHT baht. Scenarios run in sequence, because each
// compares the player's balance.
//
// Elsewhere: the scenarios (scenarios/), the command (main.ts), the protocol guide (docs/providers.md).

import { corrections } from './scenarios/corrections.ts';
import { bets } from './scenarios/bets.ts';
import { freeSpins } from './scenarios/free-spins.ts';
import { longRuns } from './scenarios/long-runs.ts';
import { rollbacks } from './scenarios/rollbacks.ts';
import { sessions } from './scenarios/sessions.ts';
import { betwins } from './scenarios/betwin.ts';
import { transport } from './scenarios/transport.ts';
import { wins } from './scenarios/wins.ts';
import {
  ExpectationError,
  type Scenario,
  ScenarioContext,
  Skip,
  TransportError,
  type WalletUnderTest,
} from './scenario-context.ts';

export { Skip, type WalletUnderTest } from './scenario-context.ts';
export { type Key, send, type WalletTransport } from './wire.ts';

/** Minimum balance of the player in whole baht. */
export const RUN_NEEDS_BAHT = 200;

export const scenarios: readonly Scenario[] = [
  ...transport,
  ...sessions,
  ...bets,
  ...wins,
  ...rollbacks,
  ...betwins,
  ...freeSpins,
  ...corrections,
  ...longRuns,
];

export type Verdict = {
  readonly id: string;
  readonly rule: string;
  /** Undefined if the scenario passed. */
  readonly fault: string | undefined;
  /** The missing option, if the scenario was skipped. */
  readonly skipped?: string;
  readonly tookMs: number;
};

/** Runs every scenario, or those whose id begins with `only`; calls `onVerdict` after each. */
export async function certify(
  wallet: WalletUnderTest,
  {
    only = '',
    onVerdict = () => undefined,
  }: { readonly only?: string; readonly onVerdict?: (verdict: Verdict) => void } = {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const scenario of scenarios.filter(({ id }) => id.startsWith(only))) {
    const startedAt = performance.now();
    const outcome = await scenario.run(new ScenarioContext(wallet)).then(() => ({ fault: undefined }), toOutcome);
    const verdict = { id: scenario.id, rule: scenario.rule, ...outcome, tookMs: performance.now() - startedAt };
    verdicts.push(verdict);
    onVerdict(verdict);
  }
  return verdicts;
}

function toOutcome(error: unknown): Pick<Verdict, 'fault' | 'skipped'> {
  if (error instanceof Skip) return { fault: undefined, skipped: error.message };
  if (error instanceof ExpectationError || error instanceof TransportError) return { fault: error.message };
  return { fault: `no response: ${error instanceof Error ? error.message : String(error)}` };
}
