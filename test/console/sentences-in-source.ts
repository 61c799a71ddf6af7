import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Stands for a part of a sentence that is known only when the service runs. */
const UNKNOWN = 'X';
/** Documentation, and errors that no author of a template sees. */
const NOT_FOR_AUTHORS = /^(?:meaning|signature|example|description|summary)$/;
const ERRORS = /Error$|^Unavailable$|^Unprocessable$/;
const SENTENCE = /^(?:["<{`A-Z]|mj-)\S* .*[.?]$/s;
const MAX_DEPTH = 6;
/** By file: parts that come from elsewhere and decide how a sentence goes on. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'formatting.ts': { what: ['time zone', 'currency'] },
  'nesting-messages.ts': {
    before: ['', ', before </X> in line X'],
    one: ['<X> in line X'],
    other: ['<X> in line X'],
  },
  'parse-error-hints.ts': {
    purpose: [
      'To ask whether values differ',
      'To compare values',
      'To ask whether both are there',
      'To ask whether one of them is there',
      'To compare numbers',
    ],
  },
  'variable-rules.ts': { where: ['in any email', 'in emails of the kind X'] },
};

/** One text that an expression can be, and which branches of conditions lead to it. */
interface Sample {
  readonly text: string;
  readonly branches: ReadonlyMap<string, boolean>;
}

const ANYTHING = [sampleOf(UNKNOWN)];

/** The TypeScript files below a folder. */
export function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
}

/**
 * The sentences that a file makes. Constants, and functions of the same file, are followed; what remains open is
 * `UNKNOWN`.
 */
export function sentencesIn(file: string): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isForOthers(node)) return;
    if (isText(node)) for (const { text } of samplesOf(node, 0)) found.add(cleared(text));
    ts.forEachChild(node, visit);
  };
  visit(parsed(file));
  return [...found].filter((text) => SENTENCE.test(text));
}

/** The texts of errors of a class that a file makes. */
export function textsOfErrors(file: string, name: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isIt = ts.isNewExpression(node) && node.expression.getText() === name;
    const [text] = isIt ? (node.arguments ?? []) : [];
    if (text !== undefined) found.push(...samplesOf(text, 0).map((sample) => sample.text));
    ts.forEachChild(node, visit);
  };
  visit(parsed(file));
  return found;
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Without a place before it, and unknown sentences before and behind known ones. */
function cleared(text: string): string {
  return text
    .replace(/^(?:\d+|X):\d+ /, '')
    .replaceAll(/(?<=^|[.?] )X (?=[A-Z])/g, '')
    .replace(/(?<=[.?]) X$/, '');
}

function isForOthers(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return NOT_FOR_AUTHORS.test(node.name.getText());
  if (ts.isCallExpression(node)) return node.expression.kind === ts.SyntaxKind.SuperKeyword;
  return ts.isNewExpression(node) && ERRORS.test(node.expression.getText());
}

function isText(node: ts.Node): node is ts.Expression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** The texts that an expression can be. */
function samplesOf(node: ts.Expression, depth: number): readonly Sample[] {
  if (depth > MAX_DEPTH) return ANYTHING;
  if (ts.isStringLiteralLike(node)) return [sampleOf(node.text)];
  if (ts.isParenthesizedExpression(node)) return samplesOf(node.expression, depth);
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<readonly Sample[]>(
      (before, { expression, literal }) =>
        joined(joined(before, samplesOf(expression, depth + 1)), [sampleOf(literal.text)]),
      [sampleOf(node.head.text)],
    );
  }
  if (ts.isConditionalExpression(node)) {
    const branch = (one: ts.Expression, isTrue: boolean) =>
      joined(
        [{ text: '', branches: new Map([[node.condition.getText(), isTrue]]) }],
        samplesOf(one, depth + 1),
      );
    return [...branch(node.whenTrue, true), ...branch(node.whenFalse, false)];
  }
  if (ts.isBinaryExpression(node)) {
    const sides = [samplesOf(node.left, depth + 1), samplesOf(node.right, depth + 1)] as const;
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return joined(...sides);
    return kind === ts.SyntaxKind.QuestionQuestionToken ? sides.flat() : ANYTHING;
  }
  if (ts.isIdentifier(node)) return samplesOfName(node, depth);
  if (ts.isCallExpression(node)) return samplesOfCall(node, depth);
  return ANYTHING;
}

function sampleOf(text: string): Sample {
  return { text, branches: new Map() };
}

/** All pairs that no condition contradicts. */
function joined(before: readonly Sample[], after: readonly Sample[]): readonly Sample[] {
  return before.flatMap((start) =>
    after
      .filter(({ branches }) =>
        [...branches].every(([condition, isTrue]) => (start.branches.get(condition) ?? isTrue) === isTrue),
      )
      .map((end) => ({
        text: start.text + end.text,
        branches: new Map([...start.branches, ...end.branches]),
      })),
  );
}

function samplesOfName(name: ts.Identifier, depth: number): readonly Sample[] {
  for (let around: ts.Node = name.parent; around !== undefined; around = around.parent) {
    if (!ts.isBlock(around) && !ts.isSourceFile(around)) continue;
    const declared = around.statements
      .flatMap((one) => (ts.isVariableStatement(one) ? [...one.declarationList.declarations] : []))
      .find((one) => ts.isIdentifier(one.name) && one.name.text === name.text);
    if (declared?.initializer !== undefined) return samplesOf(declared.initializer, depth + 1);
  }
  const parts = PARTS[path.basename(name.getSourceFile().fileName)];
  return parts?.[name.text]?.map(sampleOf) ?? ANYTHING;
}

/** What a function of the same file returns. */
function samplesOfCall({ expression }: ts.CallExpression, depth: number): readonly Sample[] {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  const results: Sample[] = [];
  const visit = (node: ts.Node): void => {
    const isIt = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
    if (isIt && node.name?.getText() === name) results.push(...resultsOf(node, depth));
    else ts.forEachChild(node, visit);
  };
  visit(expression.getSourceFile());
  return results.length === 0 ? ANYTHING : results;
}

function resultsOf(node: ts.Node, depth: number): readonly Sample[] {
  const results: Sample[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isReturnStatement(one) && one.expression !== undefined)
      results.push(...samplesOf(one.expression, depth + 1));
    ts.forEachChild(one, visit);
  };
  visit(node);
  return results;
}
