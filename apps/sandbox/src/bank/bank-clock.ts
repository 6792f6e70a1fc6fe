// Delays of the sandbox bank. Tests pass shorter ones.

export type BankTimes = {
  /** Time for which slip=pending delays the result of the verifier. */
  readonly slipPendingMs: number;
  /** Delay of a name check of an account ending 0003. */
  readonly slowNameCheckMs: number;
  /** Time from accepted to paid or failed. */
  readonly payoutMs: number;
  /** The same for an account ending 0005. */
  readonly slowPayoutMs: number;
  /** Time from a transfer to its feed line: feed=on and feed=late. */
  readonly feedMs: number;
  readonly delayedFeedMs: number;
  /** Delay between delivery attempts: doubles from the first to the longest. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** Timeout of a delivery attempt. */
  readonly answerMs: number;
};

export const bankTimes: BankTimes = {
  slipPendingMs: 60_000,
  slowNameCheckMs: 5_000,
  payoutMs: 1_500,
  slowPayoutMs: 60_000,
  feedMs: 200,
  delayedFeedMs: 30_000,
  retryFirstMs: 500,
  retryLongestMs: 15_000,
  answerMs: 10_000,
};
