// A rolling restart: one instance after another, each proven before the next.
//
//     restart ──▶ /readyz ──▶ one signed balance call ──▶ ten good health checks ──▶ next instance
//
// Always true: the first failure ends the roll, and the instances behind it stay as they are.
//
// Elsewhere: what an instance does when it is stopped (apps/server/src/main.ts), the command (roll-command.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import { createSignedHeaders } from '@chaba/server/core/signature';

export type RollInstance = {
  readonly url: string;
  /** Stops the instance with SIGTERM and starts the new version on the same address. */
  readonly restart: () => Promise<unknown>;
};

/** A player of the site whose balance is queried, and a provider key that may query it. */
export type RollProbe = { readonly keyId: string; readonly secret: string; readonly playerId: string };

export type RollOptions = {
  readonly probe: RollProbe | undefined;
  readonly log: (sentence: string) => void;
  readonly readyWithinMs?: number;
};

const READY_WITHIN_MS = 60_000;
const POLL_MS = 100;
const CHECKS = 10;
/** Together longer than the edge needs to send calls to the instance again (rise 2, inter 1 s). */
const CHECK_EVERY_MS = 250;
const CALL_TIMEOUT_MS = 5_000;
const BALANCE = '/seamless/v1/balance';

/** Restarts the instances in order. Rejects with the reason at the first that fails. */
export async function roll(instances: readonly RollInstance[], options: RollOptions): Promise<void> {
  for (const [place, { url, restart }] of instances.entries()) {
    const beganAt = performance.now();
    try {
      await restart();
      await waitUntilReady(url, options.readyWithinMs ?? READY_WITHIN_MS);
      if (options.probe) await checkBalance(url, options.probe);
      for (let check = 0; check < CHECKS; check += 1) {
        await sleep(CHECK_EVERY_MS);
        if (!(await isReady(url))) throw new Error('a health check failed after the start');
      }
    } catch (error) {
      const left = instances.slice(place + 1).map((instance) => instance.url);
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${url}: ${reason}. Not restarted: ${left.join(', ') || 'none'}.`, { cause: error });
    }
    options.log(`${url} restarted in ${Math.round((performance.now() - beganAt) / 1_000)} s`);
  }
}

async function waitUntilReady(url: string, withinMs: number): Promise<void> {
  for (const until = Date.now() + withinMs; !(await isReady(url)); await sleep(POLL_MS)) {
    if (Date.now() > until) throw new Error(`/readyz was not good within ${Math.round(withinMs / 1_000)} s`);
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

async function checkBalance(url: string, { keyId, secret, playerId }: RollProbe): Promise<void> {
  const body = JSON.stringify({ playerId });
  const response = await fetch(url + BALANCE, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...createSignedHeaders(keyId, secret, { method: 'POST', target: BALANCE, body }),
    },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const answer = (await response.json()) as { readonly code?: string };
  if (answer.code !== 'OK') {
    throw new Error(`the balance of ${playerId} was answered ${answer.code ?? response.status}`);
  }
}
