// The code of the site in a few files instead of seventy. Left to itself the bundler cuts one for each set of pages that also
// use a piece: most were smaller than a kilobyte, small files pack badly, and over a slow line forty of them take a second.
//
//     index     what main.tsx imports at once, and what that imports: needed before any page
//               what the member's frame, home and lobby have in common with the open pages: everybody needs that too
//     fields    what frame, home and lobby have in common with login and register; what the notices about the app need, and a page too
//     member    what only the member's frame, home and lobby need
//     forms     what login has in common with register and with pages of a member
//     account   what register has in common with them: banks and how an account is written
//     pages     what several of the other pages of a member have in common: deposit, withdraw, histories, account …
//
// What pages of one feature have in common, or a page and a sheet of it, is a file with the feature's name.
//
// Always true: a page's own code is a file of its own, and what is imported when it is needed stays apart. What the open pages
// need is in none but the first two: who only looks fetches nothing of a member's. main.tsx waits for nothing while it is
// evaluated: the page it would wait for imports the same file.

type ModuleInfo = { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] };
type Chunking = { getModuleInfo(id: string): ModuleInfo | null };

export type Entries = {
  readonly first: string;
  /** Pages that are looked at before anybody signs in. */
  readonly open: readonly string[];
  readonly login: string;
  readonly register: string;
  /** The member's frame and the pages it was made for. */
  readonly member: readonly string[];
};

/** The page that names main.tsx, what the bundler adds to every build, and the few lines that a page and what lies over it both ask. */
const BEFORE_ALL = /\/index\.html$|^\0rolldown\/runtime|\/src\/lib\/(?:overlay-entries|overlay-history)\.ts$/;
const PAGE = /\/src\/features\/.+-page\.tsx$/;
const PAGE_CODE = /\/src\/features\/([\w-]+)\//;
const ICON = /\/lucide-react\//;
const WORD = /\.text\.ts\?word=/;
/** The library's one list names it too; only histories need it. */
const LISTED_ONLY = /\/(?:infiniteQueryObserver|useInfiniteQuery)\.js$/;
/** What tells about the app itself comes to everybody. */
const NOTICES = /\/src\/(?:layouts\/app-notices|lib\/app-update)\.tsx?$/;

type Reached = {
  readonly first: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly login: ReadonlySet<string>;
  readonly visitor: ReadonlySet<string>;
  readonly member: ReadonlySet<string>;
  readonly notices: ReadonlySet<string>;
  /** By what comes when a page is there: sheets, dialogs, what runs beside it. */
  readonly late: ReadonlySet<string>;
  readonly pages: readonly { readonly feature: string; readonly reached: ReadonlySet<string> }[];
};

/** Groups of the bundler's code splitting. A group takes what its modules import with it, so what more pages need comes first. */
export function fewFiles(entries: Entries) {
  let reached: Reached | undefined;

  function nameOf(id: string, chunking: Chunking): string | null {
    reached ??= reachedBy(entries, chunking);
    const { first, open, login, visitor, member, notices, late, pages } = reached;
    if (LISTED_ONLY.test(id)) return 'pages';
    if (BEFORE_ALL.test(id) || first.has(id)) return 'index';
    const users = pages.filter((page) => page.reached.has(id));
    const isShared = users.length > 1 || (users.length > 0 && late.has(id));
    // A word that pages of one feature share needs no file of its own.
    if (users.length > 1 && WORD.test(id) && !member.has(id) && !open.has(id)) return 'pages';
    const feature = PAGE_CODE.exec(id)?.[1];
    if (feature) return isShared && !PAGE.test(id) ? feature : null;
    if (member.has(id)) {
      if (open.has(id)) return 'index';
      return visitor.has(id) ? 'fields' : 'member';
    }
    if (!isShared) return null;
    if (open.has(id)) return ICON.test(id) ? 'index' : null;
    if (login.has(id) && (users.length > 1 || notices.has(id))) return ICON.test(id) ? 'fields' : 'forms';
    if (notices.has(id)) return 'fields';
    if (users.length === 1) return users[0]?.feature ?? null;
    return visitor.has(id) ? 'account' : 'pages';
  }

  const before = ['pages', 'member', 'account', 'forms', 'fields', 'index'];
  const named = before.map((wanted, priority) => ({
    debugName: wanted,
    priority: priority + 1,
    name: (id: string, chunking: Chunking) => (nameOf(id, chunking) === wanted ? wanted : null),
  }));
  const ofFeatures = (id: string, chunking: Chunking) => {
    const name = nameOf(id, chunking);
    return name !== null && before.includes(name) ? null : name;
  };
  return [...named, { debugName: 'features', priority: 0, name: ofFeatures }];
}

function reachedBy({ first, open, login, register, member }: Entries, chunking: Chunking): Reached {
  const later = [...laterFrom(first, chunking)];
  return {
    first: reachedFrom([first], chunking),
    open: reachedFrom(open, chunking),
    login: reachedFrom([login], chunking),
    visitor: reachedFrom([...open, login, register], chunking),
    member: reachedFrom(member, chunking),
    notices: reachedFrom(
      later.filter((id) => NOTICES.test(id)),
      chunking,
    ),
    late: reachedFrom(
      later.filter((id) => !PAGE.test(id)),
      chunking,
    ),
    pages: later
      .filter((id) => PAGE.test(id))
      .map((id) => ({ feature: PAGE_CODE.exec(id)?.[1] ?? '', reached: reachedFrom([id], chunking) })),
  };
}

/** All that is imported when it is needed, from the first file on. */
function laterFrom(entry: string, chunking: Chunking, found = new Set<string>()): ReadonlySet<string> {
  const reached = [...reachedFrom([entry], chunking)];
  for (const later of reached.flatMap((id) => chunking.getModuleInfo(id)?.dynamicallyImportedIds ?? [])) {
    if (found.has(later)) continue;
    found.add(later);
    laterFrom(later, chunking, found);
  }
  return found;
}

function reachedFrom(entries: readonly string[], chunking: Chunking): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const entry of entries) collect(entry, chunking, seen);
  return seen;
}

function collect(id: string, chunking: Chunking, seen: Set<string>): void {
  if (seen.has(id)) return;
  seen.add(id);
  for (const imported of chunking.getModuleInfo(id)?.importedIds ?? []) collect(imported, chunking, seen);
}
