import ts from 'typescript';
import { isText, nodesIn, type SourceFile } from './source-tree.ts';

/** Matches names of styles that mean one side of the screen, which a page from right to left would not turn. */
const PHYSICAL_NAME =
  /^(?:m[lr]|p[lr]|rounded(?:Top|Bottom)?(?:Left|Right)|(?:margin|padding|border|inset|scrollMargin|scrollPadding)(?:Left|Right)(?:Width|Color|Style|Radius)?|border(?:Top|Bottom)(?:Left|Right)Radius)$/;
/** Matches names that mean something else as well; they are styles where their value is fixed. */
const SIDE = /^(?:left|right)$/;
const ALIGNING = /^(?:textAlign|float|clear|transformOrigin|backgroundPosition|objectPosition|placement)$/;
/** Matches such styles within CSS. */
const PHYSICAL_CSS =
  /\b(?:margin|padding|border|inset)-(?:left|right)\b|\b(?:to|at) (?:left|right)\b|\b(?:float|clear|text-align)\s*:\s*(?:left|right)\b|[;{]\s*(?:left|right)\s*:|translate(?:X|3d)?\((?!0|[^)]*--toward-end)/;
const FOUR_SIDES = /^(\S+) (\S+) (\S+) (\S+)$/;

const isFixed = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isNumericLiteral(node) ||
  (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) ||
  (ts.isJsxExpression(node) && node.expression !== undefined && isFixed(node.expression)) ||
  // One value for each width of the screen.
  (ts.isObjectLiteralExpression(node) &&
    node.properties.some((one) => ts.isPropertyAssignment(one) && isFixed(one.initializer)));

const texts = (node: ts.Node): string[] =>
  ts.isStringLiteralLike(node) ? [node.text] : node.getChildren().flatMap(texts);

/** Tells why a style with this name and value is physical; undefined for any other. */
function problemOf(name: string, value: ts.Node): string | undefined {
  if (PHYSICAL_NAME.test(name)) return name;
  if (SIDE.test(name) && isFixed(value)) return name;
  if (ALIGNING.test(name) && texts(value).some((text) => /\b(?:left|right)\b/.test(text)))
    return `${name} left or right`;
  if (/^(?:margin|padding|p|m|inset)$/.test(name)) {
    const uneven = texts(value).some((text) => {
      const [, , right, , left] = FOUR_SIDES.exec(text) ?? [];
      return right !== left;
    });
    if (uneven) return `${name} with unequal sides`;
  }
  return undefined;
}

/** Returns the styles of sources that name the left or right side of the screen (decision 116). */
export function physicalStyles(files: readonly SourceFile[]): string[] {
  const problemsOf = (node: ts.Node) => {
    if (isText(node)) return PHYSICAL_CSS.test(node.text) ? node.text.trim().slice(0, 60) : undefined;
    if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return undefined;
    const name = ts.isStringLiteral(node.name) ? node.name.text : node.name.getText();
    return node.initializer && problemOf(name, node.initializer);
  };
  return files.flatMap((file) =>
    nodesIn(file)
      .flatMap((node) => problemsOf(node) ?? [])
      .map((problem) => `${file.path}: ${problem}`),
  );
}

const CELL = /^(?:t[dh]|chakra\.t[dh]|Table\.(?:Cell|ColumnHeader))$/;

/**
 * Returns table cells with a direction of their own: their start is then another side than that of their column, for
 * alignment, borders and sticky positions (decision 116).
 */
export function directedCells(files: readonly SourceFile[]): string[] {
  const isDirected = (node: ts.Node) =>
    (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
    CELL.test(node.tagName.getText()) &&
    node.attributes.properties.some((one) => ts.isJsxAttribute(one) && one.name.getText() === 'dir');
  return files.flatMap((file) =>
    nodesIn(file)
      .filter(isDirected)
      .map((node) => `${file.path}: ${node.getText().slice(0, 60)}`),
  );
}

/** Returns the physical styles of a style sheet or of a page. */
export function physicalCss(path: string, text: string): string[] {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return withoutComments
    .split('\n')
    .filter((line) => PHYSICAL_CSS.test(line) || /^\s*(?:left|right)\s*:/.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

/** Matches names of icons that point to the left or right. */
const POINTING =
  /left|right|log-(?:in|out)|undo|redo|reply|forward|send|external|trending|indent|list-(?:start|end)/;

/** Returns icons that point along a line of text and are not declared as such. */
export function undeclaredPointingIcons(files: readonly SourceFile[], declared: readonly string[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((specifier) => {
      const name = specifier.split('lucide-react/icons/')[1];
      return name && POINTING.test(name) && !declared.includes(name) ? [`${path}: ${name}`] : [];
    }),
  );
}
