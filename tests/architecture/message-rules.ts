import ts from 'typescript';
import { readAttributes } from '../support/read-attributes.ts';
import { nodesIn, type SourceFile } from './source-tree.ts';

/** Lists the attributes whose values a person sees or hears, with those of our components. */
const TEXT_ATTRIBUTES = new Set<string>([...readAttributes, 'label', 'heading', 'description']);

const LETTER = /\p{L}/u;

/**
 * Returns the texts in components that a person reads and that no message file declares (decision 90): text
 * between tags, and literals in children or in attributes such as "aria-label".
 */
export function textLiterals(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/app/') && path.endsWith('.tsx'))
    .flatMap((file) => textsIn(file).map((literal) => `${file.path}: ${literal}`));
}

/**
 * Returns the texts that three or more message files of the app declare. Such a text belongs to
 * src/app/lib/texts.en.ts, so that it is worded and translated once.
 */
export function repeatedTexts(files: readonly SourceFile[]): string[] {
  const paths = new Map<string, Set<string>>();
  for (const { path, text } of files.filter(({ path }) => /^src\/app\/.*texts\.en\.ts$/.test(path))) {
    for (const [, literal = ''] of text.matchAll(/^ {2}\w+:\s+'([^']+)',$/gm)) {
      paths.set(literal, (paths.get(literal) ?? new Set()).add(path));
    }
  }
  return [...paths].flatMap(([literal, { size }]) => (size >= 3 ? [literal] : []));
}

const textsIn = (file: SourceFile): string[] =>
  nodesIn(file)
    .flatMap((node) => {
      if (ts.isJsxText(node)) return [withoutEntities(node.text)];
      if (ts.isJsxAttribute(node) && node.initializer)
        return TEXT_ATTRIBUTES.has(node.name.getText()) ? shownLiterals(node.initializer) : [];
      return ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) ? shownLiterals(node) : [];
    })
    .filter((literal) => LETTER.test(literal))
    .map((literal) => literal.replace(/\s+/g, ' ').trim());

/** Replaces "&nbsp;" and the like, which contain letters but show none. */
const withoutEntities = (text: string) => text.replace(/&#?\w+;/g, ' ');

/** Returns the literals that an expression may show: of a condition its branches, not what it compares. */
function shownLiterals(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
    return [fixed, ...node.templateSpans.flatMap(({ expression }) => shownLiterals(expression))];
  }
  if (ts.isConditionalExpression(node)) {
    return [...shownLiterals(node.whenTrue), ...shownLiterals(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node)) {
    const { operatorToken, left, right } = node;
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return shownLiterals(right);
    return SHOWS_BOTH_SIDES.has(operatorToken.kind) ? [...shownLiterals(left), ...shownLiterals(right)] : [];
  }
  if (ts.isJsxExpression(node)) return node.expression ? shownLiterals(node.expression) : [];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(shownLiterals);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return shownLiterals(node.expression);
  }
  return [];
}

const SHOWS_BOTH_SIDES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
