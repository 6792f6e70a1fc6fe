// The statements of the product that write, as texts with placeholders, read from the sql`…` templates of the sources.
//
// Always true: a template nested in another is a part of it, and so is the template that a named constant or function
// of the sources gives; a choice between two gives two texts. A parameter of type Sql without a known value is `true`.

import * as fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

export type StatementText = { readonly place: string; readonly text: string };

const WRITES = /\b(insert into|update \w+|delete from)\b/i;
const VARIANTS_MAX = 16;

type Scope = ReadonlyMap<string, readonly string[]>;
type Maker = { readonly parameters: readonly string[]; readonly body: ts.Expression };

/** Every writing statement of these files. */
export function listWrites(root: string, files: readonly string[]): StatementText[] {
  const sources = files.map((file) =>
    ts.createSourceFile(file, fs.readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
  );
  const own = new Map(sources.map((source) => [source, collectMakers(source)]));
  return sources.flatMap((source) => {
    const imported = importedNames(source);
    const others = [...own.values()].flatMap((makers) => [...makers].filter(([name]) => imported.has(name)));
    return listOf(source, new Map([...others, ...(own.get(source) ?? [])]));
  });
}

function importedNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) names.add(name.text);
  }
  return names;
}

/** Constants and functions that give a template. */
function collectMakers(source: ts.SourceFile): Map<string, Maker> {
  const makers = new Map<string, Maker>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const made = toMaker(node.initializer);
      if (made) makers.set(node.name.text, made);
    }
    if (ts.isFunctionDeclaration(node) && node.name && node.body) {
      const [last] = node.body.statements.filter(ts.isReturnStatement).toReversed();
      if (last?.expression && isTemplate(last.expression)) {
        makers.set(node.name.text, { parameters: namesOf(node.parameters), body: last.expression });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return makers;
}

function toMaker(value: ts.Expression): Maker | undefined {
  if (isTemplate(value)) return { parameters: [], body: value };
  if (ts.isArrowFunction(value) && !ts.isBlock(value.body)) {
    return mayBeSql(value.body) ? { parameters: namesOf(value.parameters), body: value.body } : undefined;
  }
  return ts.isConditionalExpression(value) && mayBeSql(value) ? { parameters: [], body: value } : undefined;
}

function mayBeSql(value: ts.Expression): boolean {
  const bare = withoutBrackets(value);
  if (ts.isConditionalExpression(bare)) return mayBeSql(bare.whenTrue) || mayBeSql(bare.whenFalse);
  return isTemplate(bare);
}

const namesOf = (parameters: ts.NodeArray<ts.ParameterDeclaration>): string[] =>
  parameters.map(({ name }) => name.getText());

function isTemplate(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql';
}

function withoutBrackets(value: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(value) || ts.isAsExpression(value) ? withoutBrackets(value.expression) : value;
}

function listOf(source: ts.SourceFile, makers: ReadonlyMap<string, Maker>): StatementText[] {
  const found: StatementText[] = [];
  const visit = (node: ts.Node): void => {
    if (isTemplate(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      for (const parts of expand(node, makers, sqlParameters(node))) {
        const text = number(parts);
        if (WRITES.test(text) && /^\s*(with|insert|update|delete)\b/i.test(text)) {
          found.push({ place: `${source.fileName}:${line + 1}`, text });
        }
      }
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Parameters of the enclosing functions that are fragments. */
function sqlParameters(node: ts.Node): Scope {
  const scope = new Map<string, readonly string[]>();
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    for (const { name, type } of at.parameters) if (type?.getText() === 'Sql') scope.set(name.getText(), ['true']);
  }
  return scope;
}

/** Texts of a template, with a NUL for each bound value. */
function expand(template: ts.TaggedTemplateExpression, makers: ReadonlyMap<string, Maker>, scope: Scope): string[] {
  const { template: content } = template;
  if (ts.isNoSubstitutionTemplateLiteral(content)) return [content.text];
  let texts = [content.head.text];
  for (const { expression, literal } of content.templateSpans) {
    const values = evaluate(expression, makers, scope) ?? ['\0'];
    texts = texts.flatMap((text) => values.map((value) => text + value + literal.text)).slice(0, VARIANTS_MAX);
  }
  return texts;
}

/** Texts of a value that is a fragment; undefined for a bound value. */
function evaluate(
  value: ts.Expression,
  makers: ReadonlyMap<string, Maker>,
  scope: Scope,
): readonly string[] | undefined {
  const bare = withoutBrackets(value);
  if (isTemplate(bare)) return expand(bare, makers, scope);
  if (ts.isConditionalExpression(bare)) {
    const both = [bare.whenTrue, bare.whenFalse].map((each) => evaluate(each, makers, scope));
    return both.some((each) => each !== undefined) ? both.flatMap((each) => each ?? ['\0']) : undefined;
  }
  if (ts.isIdentifier(bare)) {
    const maker = makers.get(bare.text);
    return (
      scope.get(bare.text) ?? (maker?.parameters.length === 0 ? evaluate(maker.body, makers, new Map()) : undefined)
    );
  }
  if (!ts.isCallExpression(bare) || !ts.isIdentifier(bare.expression)) return undefined;
  const maker = makers.get(bare.expression.text);
  if (maker === undefined) return undefined;
  const inner = maker.parameters.flatMap((name, index): [string, readonly string[]][] => {
    const argument = bare.arguments[index];
    const texts = argument && evaluate(argument, makers, scope);
    return texts ? [[name, texts]] : [];
  });
  return evaluate(maker.body, makers, new Map(inner));
}

function number(text: string): string {
  let count = 0;
  return text.replaceAll('\0', () => `$${(count += 1)}`);
}
