// Metrics of the calls of the wallet, around all its operations.
//
// Elsewhere: the families (core/metrics.ts).

import {
  httpInFlight,
  httpSiteRequests,
  walletCalls,
  walletConflicts,
  walletDuplicates,
  walletDuration,
  type WALLET_OPERATIONS,
} from '#core/metrics';

import type { Caller, SeamlessWallet, WalletRequest } from './requests.ts';

let callsInFlight = 0;
httpInFlight.onRead((add) => add(callsInFlight, 'wallet'));

type MeasuredOperation = (typeof WALLET_OPERATIONS)[number];

/**
 * Returns the wallet with metrics of its calls: at most four records a call with the one of its HTTP request. Repeats
 * and conflicts make one more.
 */
export function withCallMetrics(wallet: SeamlessWallet): SeamlessWallet {
  return {
    authenticate: (caller, launchToken) =>
      measure(caller, 'authenticate', wallet.authenticate(caller, launchToken), (result) =>
        typeof result === 'string' ? result : 'OK',
      ),
    loadBalance: (caller, playerId) =>
      measure(caller, 'balance', wallet.loadBalance(caller, playerId), (result) =>
        result === undefined ? 'PLAYER_NOT_FOUND' : 'OK',
      ),
    submit: (caller, request) =>
      measure(caller, getOperation(request), wallet.submit(caller, request), ({ code, outcome }) => {
        if (outcome?.isDuplicate === true) walletDuplicates.inc(caller.provider);
        if (code === 'TX_CONFLICT') walletConflicts.inc(caller.provider);
        return code;
      }),
  };
}

async function measure<Result>(
  { site, provider }: Caller,
  operation: MeasuredOperation,
  call: Promise<Result>,
  getCode: (result: Result) => string,
): Promise<Result> {
  const startedAt = performance.now();
  callsInFlight += 1;
  let code = 'TEMPORARY_ERROR';
  try {
    const result = await call;
    code = getCode(result);
    return result;
  } finally {
    callsInFlight -= 1;
    walletCalls.inc(provider, operation, code);
    walletDuration.observe((performance.now() - startedAt) / 1_000, operation);
    httpSiteRequests.inc(site.code, code === 'TEMPORARY_ERROR' ? '5xx' : '2xx');
  }
}

function getOperation(request: WalletRequest): MeasuredOperation {
  if (request.operation !== 'play') return request.operation;
  const [first, ...others] = request.parts;
  if (first === undefined || others.some(({ operation }) => operation !== first.operation)) return 'betwin';
  return first.operation;
}
