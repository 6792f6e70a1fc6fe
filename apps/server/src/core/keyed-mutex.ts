// Serialises work by name within this process.
//
// Always true: a failure does not block later work, and a name without work is removed. Other processes are not
// excluded: exclusion between processes uses the database.

const turns = new Map<string, Promise<unknown>>();

/** Runs the work after all earlier work of this name, and returns its result. */
export async function runExclusive<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(name, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(name) === turn) turns.delete(name);
  }
}
