// One file for everything that a visit needs before any page: what main.tsx imports at once, and what that imports. Left
// to itself the bundler would cut it into forty small files, one for each set of pages that also use a piece, and small
// files pack badly.

type ModuleInfo = { readonly importedIds: readonly string[] };
type Chunking = { getModuleInfo(id: string): ModuleInfo | null };

/** A group of the bundler's code splitting; entry is the file that the page names. */
export function firstChunk(entry: string) {
  const first = new Set<string>();
  return {
    debugName: 'first',
    name(id: string, chunking: Chunking): string | null {
      if (first.size === 0) collect(entry, chunking, first);
      // The entry stays itself, for the manifest and the page name it.
      return id !== entry && first.has(id) ? 'first' : null;
    },
  };
}

function collect(id: string, chunking: Chunking, seen: Set<string>): void {
  if (seen.has(id)) return;
  seen.add(id);
  for (const imported of chunking.getModuleInfo(id)?.importedIds ?? []) collect(imported, chunking, seen);
}
