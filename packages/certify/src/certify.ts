// Conformance run of the seamless wallet: each externally visible rule of the protocol is a scenario, which runs
// against any server that implements the protocol.
//
// Always true: a run needs one player with at least RUN_NEEDS_BAHT baht. Scenarios run in sequence, because each
// compares the player's balance.
//
// Elsewhere: the scenarios (scenarios/; aggregators/ for the protocols of AMB and Hub88), the command (main.ts), the
// protocol guide (docs/providers.md).

import { type AggregatorTarget, playSteps } from './aggregators/aggregator.ts';
import { amb } from './aggregators/amb.ts';
import { hub88 } from './aggregators/hub88.ts';
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

export type { AggregatorRequest, AggregatorTarget } from './aggregators/aggregator.ts';
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

type RunOptions = { readonly only?: string; readonly onVerdict?: (verdict: Verdict) => void };

/** Runs every scenario, or those whose id begins with `only`; calls `onVerdict` after each. */
export function certify(wallet: WalletUnderTest, options: RunOptions = {}): Promise<Verdict[]> {
  const runs = scenarios.map(({ id, rule, run }) => ({ id, rule, run: () => run(new ScenarioContext(wallet)) }));
  return runAll(runs, options);
}

export const aggregators = { amb, hub88 } as const;
export type AggregatorName = keyof typeof aggregators;

/**
 * Runs the scenarios of an aggregator's protocol likewise. `refused`: a text of each request that the wallet rejected
 * for good, which its list of such requests must contain.
 */
export async function certifyAggregator(
  name: AggregatorName,
  target: AggregatorTarget,
  options: RunOptions = {},
): Promise<{ readonly verdicts: readonly Verdict[]; readonly refused: readonly string[] }> {
  const aggregator = aggregators[name];
  const refused: string[] = [];
  const runs = aggregator.scenarios.map((scenario) => ({
    id: scenario.id,
    rule: scenario.rule,
    run: async () => void refused.push(...(await playSteps(aggregator, target, scenario))),
  }));
  return { verdicts: await runAll(runs, options), refused };
}

async function runAll(
  runs: readonly { readonly id: string; readonly rule: string; readonly run: () => Promise<void> }[],
  { only = '', onVerdict = () => undefined }: RunOptions,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { id, rule, run } of runs.filter((each) => each.id.startsWith(only))) {
    const startedAt = performance.now();
    const outcome = await run().then(() => ({ fault: undefined }), toOutcome);
    const verdict = { id, rule, ...outcome, tookMs: performance.now() - startedAt };
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
