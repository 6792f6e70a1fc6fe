// Web APIs and syntax that are younger than the browsers the build promises, by MDN's browser-compat-data.
//
// Two readings. `findYoungInSources` asks the type checker which interface a member belongs to, so it also finds names
// that are old elsewhere (URLSearchParams.size, Iterator.map). `findYoungInScripts` reads built files, packages
// included, which have no types: syntax, globals, static members, and member names that are young on every interface.
//
// Elsewhere: the check and its exceptions (browser-support.heavy.test.ts), the promise
// (apps/web/src/lib/browser/promised-browsers.ts), a walk without the young functions (testing/product/old-browser.ts).

import path from 'node:path';

import compatData from '@mdn/browser-compat-data' with { type: 'json' };
import { parse, type AnyNode } from 'acorn';
import { full } from 'acorn-walk';
import ts from 'typescript';

import { ROOT } from '@chaba/ops/core/root';

type Version = string | boolean | null | undefined;
type Statement = {
  readonly version_added: Version;
  readonly version_removed?: Version;
  readonly flags?: readonly unknown[];
  readonly prefix?: string;
  readonly alternative_name?: string;
};
type Feature = {
  readonly __compat?: { readonly support: Readonly<Record<string, Statement | readonly Statement[]>> };
  readonly [name: string]: unknown;
};
type Group = Readonly<Record<string, Feature>>;

/** The promised versions, as names of build targets: chrome111, safari16.4. */
export type Promised = readonly string[];

/** Browsers of the data that a target of the build stands for, and those on phones alone. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  chrome: ['chrome', 'chrome_android'],
  safari: ['safari', 'safari_ios'],
  firefox: ['firefox', 'firefox_android'],
};
const ON_PHONES = new Set(['chrome_android', 'safari_ios', 'firefox_android']);

/** Every promised browser supports this syntax; a parser of the next edition would accept what Safari 16.4 rejects. */
const ECMA_VERSION = 2023;

/** Names that TypeScript gives to types of the language. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  IteratorObject: 'Iterator',
  ReadonlyArray: 'Array',
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
};

type Member = { readonly owner: string; readonly name: string; readonly isStatic: boolean; readonly isYoung: boolean };

export type BrowserData = {
  /** Undefined when the data does not know the member. */
  readonly isYoungMember: (owner: string, name: string, isStatic: boolean) => boolean | undefined;
  readonly isYoungGlobal: (name: string) => boolean;
  /** True when a promised browser has this member on no interface. */
  readonly isYoungName: (name: string) => boolean;
  readonly youngMembers: readonly Member[];
  readonly youngGlobals: readonly string[];
};

export function loadBrowserData(
  promised: Promised,
  { isOfPhones = false }: { readonly isOfPhones?: boolean } = {},
): BrowserData {
  const { api, javascript } = compatData as unknown as {
    readonly api: Group;
    readonly javascript: { readonly builtins: Group };
  };
  const minimums = promised.flatMap(parseTarget).filter(({ browser }) => !isOfPhones || ON_PHONES.has(browser));
  const isYoung = (feature: Feature): boolean =>
    minimums.some(({ browser, version }) => !isSupported(feature.__compat?.support[browser], version));

  const { Intl: intl = {}, ...builtins } = javascript.builtins;
  const ofIntl = Object.fromEntries(listMembers(intl).map(([name, feature]) => [`Intl.${name}`, feature]));
  // The data does not tell static members of the language from others.
  const members = [
    ...listYoungAndOld({ ...builtins, Intl: intl, ...ofIntl }, (key) => [
      { name: key, isStatic: false },
      { name: key, isStatic: true },
    ]),
    ...listYoungAndOld(api, (key) =>
      key.endsWith('_event') ? [] : [{ name: key.replace(/_static$/, ''), isStatic: key.endsWith('_static') }],
    ),
  ];
  const known = new Map(members.map((each) => [toKey(each.owner, each.name, each.isStatic), each.isYoung]));
  const oldNames = new Set(members.filter((each) => !each.isYoung).map(({ name }) => name));
  const youngMembers = members.filter((each) => each.isYoung);
  const youngNames = new Set(youngMembers.map(({ name }) => name).filter((name) => !oldNames.has(name)));
  const globals = [
    ...Object.entries({ ...api, ...javascript.builtins }),
    // Functions such as requestIdleCallback.
    ...listMembers(api['Window'] ?? {}).filter(([name]) => !/_(?:event|static)$/.test(name)),
  ];
  const youngGlobals = new Set(globals.filter(([, feature]) => isYoung(feature)).map(([name]) => name));
  return {
    isYoungMember: (owner, name, isStatic) => known.get(toKey(owner, name, isStatic)),
    isYoungGlobal: (name) => youngGlobals.has(name),
    isYoungName: (name) => youngNames.has(name),
    youngMembers,
    youngGlobals: [...youngGlobals],
  };

  function listYoungAndOld(
    owners: Group,
    read: (key: string) => readonly { readonly name: string; readonly isStatic: boolean }[],
  ): Member[] {
    return Object.entries(owners).flatMap(([owner, group]) =>
      listMembers(group)
        .filter(([, feature]) => feature.__compat)
        .flatMap(([key, feature]) =>
          read(key).map((each) => ({ owner, ...each, isYoung: isYoung(group) || isYoung(feature) })),
        ),
    );
  }
}

const toKey = (owner: string, name: string, isStatic: boolean): string => `${owner}${isStatic ? '.' : '#'}${name}`;

function listMembers(group: Feature | Group): [string, Feature][] {
  return Object.entries(group).filter(([name]) => name !== '__compat') as [string, Feature][];
}

function parseTarget(target: string): { browser: string; version: number[] }[] {
  const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(target) ?? [];
  const families = FAMILIES[name];
  if (families === undefined) throw new Error(`no such browser: ${target}`);
  return families.map((browser) => ({ browser, version: parseVersion(version) }));
}

const parseVersion = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

function isSupported(support: Statement | readonly Statement[] | undefined, version: readonly number[]): boolean {
  // The data has no statement: nothing is known against it.
  if (support === undefined) return true;
  return [support].flat().some((each) => {
    if (each.flags || each.prefix || each.alternative_name) return false;
    if (typeof each.version_added !== 'string') return each.version_added === true;
    if (each.version_added === 'preview') return false;
    const isRemoved = typeof each.version_removed === 'string' && isAtMost(each.version_removed, version);
    return isAtMost(each.version_added, version) && !isRemoved;
  });
}

function isAtMost(version: string, limit: readonly number[]): boolean {
  const parts = parseVersion(version);
  for (const [index, part] of parts.entries()) {
    const other = limit[index] ?? 0;
    if (part !== other) return part < other;
  }
  return true;
}

/** A use of a young feature: `URL.canParse`, `.checkVisibility` of an unknown owner, or `syntax: …`. */
export type BrowserFinding = { readonly feature: string; readonly file: string };

type Script = { readonly file: string; readonly code: string };

/**
 * Built files without types. A member name that the files define themselves, or that the checked sources use, is not
 * judged here: it is most often a name of theirs.
 */
export function findYoungInScripts(
  scripts: readonly Script[],
  checkedNames: ReadonlySet<string>,
  data: BrowserData,
): BrowserFinding[] {
  const findings = new Map<string, BrowserFinding>();
  const defined = new Set(checkedNames);
  for (const { file, code } of scripts) {
    const add = (feature: string): void => void findings.set(`${feature} ${file}`, { feature, file });
    let tree: AnyNode;
    try {
      tree = parse(code, { ecmaVersion: ECMA_VERSION, sourceType: 'module' });
    } catch (error) {
      add(`syntax: ${String(error)}`);
      continue;
    }
    full(tree, (given) => {
      const node = given as AnyNode;
      if (node.type === 'Identifier' && data.isYoungGlobal(node.name)) add(node.name);
      if (node.type === 'ObjectExpression') {
        for (const each of node.properties) if (each.type === 'Property') define(each.key, each.computed);
      }
      if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') define(node.key, node.computed);
      if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
        define(node.left.property, node.left.computed);
      }
      if (node.type === 'ObjectPattern') {
        for (const each of node.properties) {
          const name = each.type === 'Property' ? nameOf(each.key, each.computed) : undefined;
          if (name !== undefined && data.isYoungName(name)) add(`.${name}`);
        }
      }
      if (node.type !== 'MemberExpression') return;
      const name = nameOf(node.property, node.computed);
      if (name === undefined) return;
      const owner = ownerOf(node.object);
      if (owner !== undefined && data.isYoungMember(owner, name, true) === true) add(`${owner}.${name}`);
      else if (isGlobalObject(owner) && data.isYoungGlobal(name)) add(name);
      else if (data.isYoungName(name)) add(`.${name}`);
    });
  }
  return [...findings.values()].filter(({ feature }) => !feature.startsWith('.') || !defined.has(feature.slice(1)));

  function define(key: AnyNode, isComputed: boolean): void {
    const name = nameOf(key, isComputed);
    if (name !== undefined) defined.add(name);
  }
}

const isGlobalObject = (name: string | undefined): boolean =>
  name === 'globalThis' || name === 'window' || name === 'self';

function nameOf(node: AnyNode, isComputed: boolean): string | undefined {
  if (!isComputed) return node.type === 'Identifier' ? node.name : undefined;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** `X` of X.member, globalThis.X.member and Intl.X.member. */
function ownerOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return undefined;
  const inner = ownerOf(node.object as AnyNode);
  const name = nameOf(node.property as AnyNode, node.computed);
  if (isGlobalObject(inner)) return name;
  return inner === 'Intl' ? `Intl.${name}` : undefined;
}

/** Young members in the files that these entries import, without packages; and the names in each of these files. */
export function findYoungInSources(
  entries: readonly string[],
  config: string,
  data: BrowserData,
): { readonly findings: readonly BrowserFinding[]; readonly names: ReadonlyMap<string, ReadonlySet<string>> } {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (file) => ts.sys.readFile(file)).config,
    ts.sys,
    path.dirname(config),
  );
  const program = ts.createProgram({ rootNames: [...entries], options });
  const findings = new Map<string, BrowserFinding>();
  const names = new Map<string, Set<string>>();
  for (const source of listShipped(program, entries)) {
    const file = path.relative(ROOT, source.fileName);
    const ofFile = new Set<string>();
    names.set(file, ofFile);
    const visit = (node: ts.Node): void => {
      if (isOfTypes(node)) return;
      if (ts.isIdentifier(node) || ts.isStringLiteral(node)) ofFile.add(node.text);
      for (const feature of listYoung(node, program, data)) findings.set(`${feature} ${file}`, { feature, file });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { findings: [...findings.values()], names };
}

/** Removed by the build. */
function isOfTypes(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function listShipped(program: ts.Program, entries: readonly string[]): ts.SourceFile[] {
  const checker = program.getTypeChecker();
  const found = new Map<string, ts.SourceFile>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const source = program.getSourceFile(file);
    if (!source || source.isDeclarationFile || found.has(file)) continue;
    found.set(file, source);
    const visit = (node: ts.Node): void => {
      if (isOfTypes(node)) return;
      const target = ts.isStringLiteral(node)
        ? checker.getSymbolAtLocation(node)?.declarations?.find((each) => ts.isSourceFile(each))
        : undefined;
      if (target && !target.fileName.includes('/node_modules/')) open.push(target.fileName);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found.values()];
}

function listYoung(node: ts.Node, program: ts.Program, data: BrowserData): string[] {
  const checker = program.getTypeChecker();
  if (ts.isPropertyAccessExpression(node)) return checkName(node.name, node.expression);
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
    return checkName(node.argumentExpression, node.expression);
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    if (!ts.isIdentifier(name)) return [];
    const type = checker.getTypeAtLocation(node.parent);
    return checkSymbol(checker.getPropertyOfType(type, name.text), type);
  }
  if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent) && data.isYoungGlobal(node.text)) {
    return isOfLibrary(checker.getSymbolAtLocation(node)) ? [node.text] : [];
  }
  return [];

  function checkName(name: ts.Node, receiver: ts.Expression): string[] {
    return checkSymbol(checker.getSymbolAtLocation(name), checker.getTypeAtLocation(receiver));
  }

  function checkSymbol(symbol: ts.Symbol | undefined, receiver: ts.Type): string[] {
    if (!symbol || !isOfLibrary(symbol)) return [];
    const declarations = symbol.declarations ?? [];
    if (declarations.some((each) => ts.isVariableDeclaration(each) || ts.isFunctionDeclaration(each))) {
      const isOfIntl = declarations.some(isInIntl);
      if (isOfIntl) return data.isYoungMember('Intl', symbol.name, true) === true ? [`Intl.${symbol.name}`] : [];
      return data.isYoungGlobal(symbol.name) ? [symbol.name] : [];
    }
    const owners = [
      ...listTypeNames(checker.getApparentType(receiver)).map((owner) => ({ owner, isStatic: false })),
      ...declarations.flatMap(findOwner),
    ].filter(({ isStatic }) => isStatic || !declarations.every(isStaticMember));
    for (const { owner, isStatic } of owners) {
      const isYoung = data.isYoungMember(owner, symbol.name, isStatic);
      if (isYoung !== undefined) return isYoung ? [`${owner}.${symbol.name}`] : [];
    }
    return data.isYoungName(symbol.name) ? [`.${symbol.name}`] : [];
  }

  function isOfLibrary(symbol: ts.Symbol | undefined): boolean {
    return symbol?.declarations?.some((each) => program.isSourceFileDefaultLibrary(each.getSourceFile())) ?? false;
  }
}

/** The interfaces of a value, each followed by those it extends. */
function listTypeNames(type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap(listTypeNames);
  const name = toOwner(type.symbol?.name ?? '');
  const { target = type } = type as Partial<ts.TypeReference>;
  return [...(name === '' ? [] : [name]), ...(target.getBaseTypes?.() ?? []).flatMap(listTypeNames)];
}

type Owner = { readonly owner: string; readonly isStatic: boolean };

function findOwner(declaration: ts.Declaration): Owner[] {
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) {
    const owner = (isInIntl(parent) ? 'Intl.' : '') + toOwner(parent.name.text);
    return [{ owner, isStatic: parent.name.text.endsWith('Constructor') }];
  }
  return isStaticMember(declaration)
    ? [{ owner: (parent.parent as ts.VariableDeclaration).name.getText(), isStatic: true }]
    : [];
}

function isInIntl(node: ts.Node): boolean {
  if (ts.isModuleDeclaration(node)) return node.name.text === 'Intl';
  return node.parent !== undefined && isInIntl(node.parent);
}

/** A member of the object that TypeScript declares for a global: `declare var URL: { canParse(…): boolean }`. */
function isStaticMember({ parent }: ts.Declaration): boolean {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text.endsWith('Constructor');
  return ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent);
}

function toOwner(name: string): string {
  const plain = name.replace(/Constructor$/, '');
  return TYPE_NAMES[plain] ?? plain;
}
