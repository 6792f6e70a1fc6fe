// The relative links of a document in Markdown.

import path from 'node:path';

/** The paths that a document links to, from the root of the repository; without anchors and addresses. */
export function listLinkedPaths(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  return targets.map((target) => path.posix.join(path.posix.dirname(document), target));
}
