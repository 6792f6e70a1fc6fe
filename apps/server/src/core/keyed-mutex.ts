// Work of the same name waits for its turn in this process, so that each sees what the one before it left behind.
//
// Always true: what failed keeps nobody waiting, and a name without work is forgotten. Other processes know nothing of it: what
// must hold between processes is the database's business.

const turns = new Map<string, Promise<unknown>>();

/** Does the work when all earlier work of this name is done, and answers what it answered. */
export async function runExclusive<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(name, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(name) === turn) turns.delete(name);
  }
}
