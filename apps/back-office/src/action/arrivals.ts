// Rows of a live list that arrived while it is shown. They stand behind a button, so that no row moves under the
// pointer.
//
// Always true: a row that was shown stays shown while the list has it. Rows are shown at once where no shown row could
// move: in an emptied list, on a page that was requested, and below the end of a list that had more. A row that the
// own action named is shown at once; an action that names no shown row has made one, so all rows are shown.

/** Names that an action of this window sent or received, and when it was over. */
export type OwnAct = { readonly names: readonly string[]; readonly at: number };

export type ShownRows = {
  /** The list with its filter. */
  readonly question: string;
  readonly keys: ReadonlySet<string>;
  readonly pages: number;
  /** No more rows followed. */
  readonly isComplete: boolean;
  /** False: the rows are those of an earlier visit. */
  readonly isFresh: boolean;
};

export type ReadRows = Omit<ShownRows, 'keys' | 'pages'> & {
  /** The keys of each page, in their order. */
  readonly pages: readonly (readonly string[])[];
  /** Actions of this window since the rows before. */
  readonly acts: readonly OwnAct[];
};

/** The rows to show after a read of the list. */
export function admitRows(before: ShownRows | undefined, read: ReadRows): ShownRows {
  const { question, pages, isComplete, isFresh, acts } = read;
  const all = pages.flat();
  const isOpening = before === undefined || before.question !== question || !before.isFresh;
  const isMade = acts.some(({ names }) => !names.some((name) => before?.keys.has(name)));
  const keys =
    isOpening || isMade ? all : [...before.keys, ...acts.flatMap(({ names }) => names), ...listUnmoving(before, pages)];
  return { question, keys: new Set(keys), pages: pages.length, isComplete, isFresh };
}

/** New rows that move no shown row. */
function listUnmoving(before: ShownRows, pages: ReadRows['pages']): readonly string[] {
  const all = pages.flat();
  const last = all.findLastIndex((key) => before.keys.has(key));
  const isBelow = last === -1 || !before.isComplete;
  return [...pages.slice(before.pages).flat(), ...(isBelow ? all.slice(last + 1) : [])];
}
