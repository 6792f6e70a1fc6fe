// Our own deadline towards providers, under the three seconds that the strictest of them waits.
//
// Always true: what takes longer goes on here, and its answer is there for the next try.

const DEADLINE_MS = 2_000;

export async function withDeadline<Answer>(work: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the wallet was not done in time')), DEADLINE_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
