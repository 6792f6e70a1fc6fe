// Reading code as the bundler does, and leaving parts of it out: what the steps of the build that change code have in common.

export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

/** A piece of the code and what stands in its place. */
export type Cut = { readonly start: number; readonly end: number; readonly put: string };

type Parser = { parse(code: string, options: { readonly lang: 'ts' | 'tsx' }): unknown };

export function syntaxOf(parser: Parser, code: string, lang: 'ts' | 'tsx' = 'ts'): SyntaxNode {
  return parser.parse(code, { lang }) as SyntaxNode;
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The name that a node is; nothing for whatever has none. */
export function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

/** The cuts may come in any order; none lies in another. */
export function without(code: string, cuts: readonly Cut[]): string {
  const fromTheEnd = cuts.toSorted((a, b) => b.start - a.start);
  return fromTheEnd.reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code);
}
