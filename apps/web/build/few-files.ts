// The code of the site in a few files instead of seventy. Left to itself the bundler cuts one for each set of pages that also
// use a piece: most were smaller than a kilobyte, small files pack badly, and over a slow line forty of them take a second.
//
//     index     what main.tsx imports at once, and what that imports: needed before any page
//     shared    what the member's frame, home and lobby have in common with the open pages
//     fields    what they have in common with login and register; what the notices that come when a page is there need,
//               and a page too
//     member    what only the member's frame, home and lobby need
//     forms     what login has in common with register and with pages of a member
//     account   what register has in common with them: banks and how an account is written
//     pages     what several of the other pages of a member have in common: deposit, withdraw, histories, account …
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

/** The page that names main.tsx, and what the bundler adds to every build. */
const BEFORE_ALL = /\/index\.html$|^\0rolldown\/runtime/;
const PAGE = /\/src\/features\/.+-page\.tsx$/;
const PAGE_CODE = /\/src\/features\//;
const IN_FRAME = /\/src\/layouts\//;

type Name = 'index' | 'shared' | 'fields' | 'member' | 'forms' | 'account' | 'pages';
type Reached = {
  readonly first: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly visitor: ReadonlySet<string>;
  readonly login: ReadonlySet<string>;
  readonly member: ReadonlySet<string>;
  /** What parts of the frame reach that come when the page is there. */
  readonly late: ReadonlySet<string>;
  /** Of each page what it reaches. */
  readonly pages: readonly ReadonlySet<string>[];
};

/** Groups of the bundler's code splitting. A group takes what its modules import with it, so what more pages need comes first. */
export function fewFiles(entries: Entries) {
  let reached: Reached | undefined;

  function nameOf(id: string, chunking: Chunking): Name | null {
    reached ??= reachedBy(entries, chunking);
    if (BEFORE_ALL.test(id) || reached.first.has(id)) return 'index';
    if (PAGE_CODE.test(id)) return null;
    const uses = reached.pages.filter((page) => page.has(id)).length;
    if (reached.member.has(id)) {
      if (reached.open.has(id)) return 'shared';
      return reached.visitor.has(id) ? 'fields' : 'member';
    }
    if (reached.late.has(id) && uses > 0) {
      if (reached.open.has(id)) return 'shared';
      return reached.visitor.has(id) ? 'fields' : 'pages';
    }
    if (reached.open.has(id) || uses < 2) return null;
    if (reached.login.has(id)) return 'forms';
    return reached.visitor.has(id) ? 'account' : 'pages';
  }

  return (['pages', 'member', 'account', 'forms', 'fields', 'shared', 'index'] as const).map((wanted, priority) => ({
    debugName: wanted,
    priority,
    name: (id: string, chunking: Chunking): string | null => (nameOf(id, chunking) === wanted ? wanted : null),
  }));
}

function reachedBy({ first, open, login, register, member }: Entries, chunking: Chunking): Reached {
  const atFirst = reachedFrom([first], chunking);
  const later = [...atFirst].flatMap((id) => chunking.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const pages = new Set(later.filter((id) => PAGE.test(id)));
  return {
    first: atFirst,
    open: reachedFrom(open, chunking),
    visitor: reachedFrom([...open, login, register], chunking),
    login: reachedFrom([login], chunking),
    member: reachedFrom(member, chunking),
    late: reachedFrom(
      later.filter((id) => IN_FRAME.test(id)),
      chunking,
    ),
    pages: [...pages].map((id) => reachedFrom([id], chunking)),
  };
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
