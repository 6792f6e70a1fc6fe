// The code of the site in a few files instead of seventy. Left to itself the bundler cuts one for each set of pages that also
// use a piece: most were smaller than a kilobyte, small files pack badly, and over a slow line forty of them take a second.
//
//     first     what main.tsx imports at once, and what that imports: needed before any page
//     shared    what the member's frame, home and lobby have in common with the pages of a visitor
//     member    what only the member's frame, home and lobby need, and the icons of all member pages
//
// Always true: a page's own code is a file of its own, and what is imported when it is needed stays apart.

type ModuleInfo = { readonly importedIds: readonly string[] };
type Chunking = { getModuleInfo(id: string): ModuleInfo | null };

export type Entries = {
  readonly first: string;
  readonly visitor: readonly string[];
  readonly member: readonly string[];
};

const PAGE_CODE = /\/src\/features\//;
const ICON = /\/lucide-react\//;

type Name = 'first' | 'shared' | 'member';

/** Groups of the bundler's code splitting. A group takes what its modules import with it, so what more pages need comes first. */
export function fewFiles({ first, visitor, member }: Entries) {
  let reached: Readonly<Record<'first' | 'visitor' | 'member', ReadonlySet<string>>> | undefined;

  function nameOf(id: string, chunking: Chunking): Name | null {
    reached ??= {
      first: reachedFrom([first], chunking),
      visitor: reachedFrom(visitor, chunking),
      member: reachedFrom(member, chunking),
    };
    // The entries stay themselves, for the manifest and the page name them.
    if (id === first || member.includes(id)) return null;
    if (reached.first.has(id)) return 'first';
    if (reached.visitor.has(id)) return reached.member.has(id) && !PAGE_CODE.test(id) ? 'shared' : null;
    // The icons of the pages behind it too: cut by who uses them they were a dozen files of some hundred bytes.
    return ICON.test(id) || (reached.member.has(id) && !PAGE_CODE.test(id)) ? 'member' : null;
  }

  return (['member', 'shared', 'first'] as const).map((wanted, priority) => ({
    debugName: wanted,
    priority,
    name: (id: string, chunking: Chunking): string | null => (nameOf(id, chunking) === wanted ? wanted : null),
  }));
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
