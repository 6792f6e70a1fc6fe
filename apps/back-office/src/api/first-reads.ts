// Reads that a page starts before its code: the session, and the rows that the address showed before.
//
// Always true: an answer that was requested early is used once, by the first call of its path. Only addresses of a site
// and a page without a filter are noted, with the path of their call: no name and no number of a member. The end of the
// session and a sign-in forget them.
//
// Elsewhere: calls (api.ts), the entry that starts them (main.tsx).

const NOTED = 'chaba-back-office-first-reads';
/** `/site/page` */
const PAGE_ADDRESS = /^\/[^/]+\/[a-z-]+$/;
/** Later calls want newer rows. */
const USED_WITHIN_MS = 20_000;
const early = new Map<string, Promise<Response>>();
let startedAt = 0;
/** The address whose first read was noted; later reads of it are of other lists. */
let notedFor = '';

function readNoted(): Readonly<Record<string, string>> {
  try {
    return (JSON.parse(localStorage.getItem(NOTED) ?? '{}') ?? {}) as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}

/** Notes the path of the rows that this address shows first. */
export function noteFirstRead(path: string): void {
  const { pathname, search } = location;
  if (pathname === notedFor || search !== '' || !PAGE_ADDRESS.test(pathname)) return;
  notedFor = pathname;
  const noted = readNoted();
  if (noted[pathname] === path) return;
  try {
    localStorage.setItem(NOTED, JSON.stringify({ ...noted, [pathname]: path }));
  } catch {
    // Without storage the rows are requested after the session.
  }
}

export function forgetFirstReads(): void {
  early.clear();
  notedFor = '';
  try {
    localStorage.removeItem(NOTED);
  } catch {
    // Nothing is noted without storage.
  }
}

/** Starts the reads of this address; `read` sends a GET. */
export function startFirstReads(sessionPath: string, read: (path: string) => Promise<Response>): void {
  const rows = location.search === '' ? readNoted()[location.pathname] : undefined;
  startedAt = performance.now();
  for (const path of rows === undefined ? [sessionPath] : [sessionPath, rows]) {
    const answer = read(path);
    // A read that this person may not do any more is not repeated at the next visit.
    answer.then(({ ok }) => ok || forgetFirstReads()).catch(() => undefined);
    early.set(path, answer);
  }
}

/** The answer of an early read of this path, once. */
export function takeFirstRead(path: string): Promise<Response> | undefined {
  const answer = early.get(path);
  early.delete(path);
  return performance.now() - startedAt < USED_WITHIN_MS ? answer : undefined;
}
