import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { pointingIcons } from '#app/theme/pointing-icons.ts';
import { projectRoot } from '../support/project-root.ts';
import { isText, nodesIn, readTree, type SourceFile, sourceFile } from './source-tree.ts';

/** Matches names of styles that mean one side of the screen, which a page from right to left would not turn. */
const PHYSICAL_NAME =
  /^(?:m[lr]|p[lr]|rounded(?:Top|Bottom)?(?:Left|Right)|(?:margin|padding|border|inset|scrollMargin|scrollPadding)(?:Left|Right)(?:Width|Color|Style|Radius)?|border(?:Top|Bottom)(?:Left|Right)Radius)$/;
/** Matches names that mean something else as well; they are styles where their value is fixed. */
const SIDE = /^(?:left|right)$/;
const ALIGNING = /^(?:textAlign|float|clear|transformOrigin|backgroundPosition|objectPosition|placement)$/;
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
function physicalStyles(files: readonly SourceFile[]): string[] {
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

/** The start of such a cell is another side than that of its column, for alignment, borders and sticky positions (decision 116). */
function directedCells(files: readonly SourceFile[]): string[] {
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

function physicalCss(path: string, text: string): string[] {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return withoutComments
    .split('\n')
    .filter((line) => PHYSICAL_CSS.test(line) || /^\s*(?:left|right)\s*:/.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

const POINTING =
  /left|right|log-(?:in|out)|undo|redo|reply|forward|send|external|trending|indent|list-(?:start|end)/;

/** Returns icons that point along a line of text and are not declared as such. */
function undeclaredPointingIcons(files: readonly SourceFile[], declared: readonly string[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((specifier) => {
      const name = specifier.split('lucide-react/icons/')[1];
      return name && POINTING.test(name) && !declared.includes(name) ? [`${path}: ${name}`] : [];
    }),
  );
}

/** Lists, with its reason, each style that may name a side of the screen. */
const exceptions: Readonly<Record<string, string>> = {
  'src/app/ui/toast/toast-area.tsx: translateX(': 'follows the finger, to either side',
  'src/app/theme/style-provider.tsx: env(safe-area-inset-left, 0px)':
    'a notch has a side; set for each direction',
  'src/app/theme/style-provider.tsx: env(safe-area-inset-right, 0px)':
    'a notch has a side; set for each direction',
};

const app = readTree('src/app');
const stylesOfApp = physicalStyles(app);

const page = (text: string) => physicalStyles([sourceFile('src/app/ui/some.tsx', text)]);

describe('styles of a page that runs in both directions (decision 116)', () => {
  it('name no left or right in the whole app', () => {
    const found = stylesOfApp.filter((problem) => !(problem in exceptions));
    expect(found, 'Use start and end: marginInlineStart, insetInlineEnd, textAlign="end"').toEqual([]);
  });

  it('name none in style sheets and the first page either', () => {
    const sheets = readdirSync(join(projectRoot, 'src/app'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.css'))
      .map((path) => join('src/app', path));
    expect(sheets.length).toBeGreaterThan(1);
    const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
    expect([...sheets, 'index.html'].flatMap((path) => physicalCss(path, read(path)))).toEqual([]);
  });

  it('that are exceptions still exist', () =>
    expect(Object.keys(exceptions).filter((one) => !stylesOfApp.includes(one))).toEqual([]));

  it.each([
    '<Box left="0" />',
    '<Box right={{ base: 0, md: 4 }} />',
    '<Box ml="4" />',
    '<Box borderLeftWidth="1px" />',
    '<Box roundedTopLeft="md" />',
    '<Box textAlign="left" />',
    "<Box textAlign={{ base: 'start', md: 'right' }} />",
    "const style = { '& td': { float: 'right' } };",
    "const style = { padding: '0 4px 0 8px' };",
    "const css = '.paper { margin-left: 4mm }';",
    "const moved = { transform: 'translateX(10px)' };",
    "const style = { background: 'linear-gradient(to right, red, blue)' };",
  ])('%s is found', (text) => expect(page(text)).toHaveLength(1));

  it.each([
    '<Entry left={one} />',
    "const texts = { left: 'left' in all ? one : two };",
    '<Box marginInlineStart="4" insetInlineEnd="0" textAlign="end" />',
    "const style = { padding: '0 4px 2px 4px', margin: '0 auto' };",
    "const moved = { transform: 'translateX(calc(-100% * var(--toward-end, 1)))' };",
    'const debts = { left: formatMoney(left) };',
  ])('%s is no such style', (text) => expect(page(text)).toEqual([]));

  it('of a style sheet are found', () =>
    expect(physicalCss('a.css', 'a {\n  left: 0;\n  margin-right: 1px;\n}\n/* left: 0 */')).toHaveLength(2));
});

describe('cells of tables', () => {
  it('leave the direction to what they hold', () =>
    expect(directedCells(app), 'Give it to a <bdi> within the cell').toEqual([]));

  it.each([
    ['<td dir="ltr" />', 1],
    ['<th scope="row" dir="auto">a</th>', 1],
    ['<td><bdi dir="ltr">5</bdi></td>', 0],
  ])('%s counts %i', (text, count) =>
    expect(directedCells([sourceFile('src/app/ui/some.tsx', text)])).toHaveLength(count));
});

describe('dialogs, drawers and menus', () => {
  it('are told the language, from which they take their direction', () => {
    const opened = app.filter(({ text }) =>
      /<(?:Dialog|Drawer|Menu|Popover|Tooltip|Tabs)\.Root\b/.test(text),
    );
    expect(opened.length).toBeGreaterThan(3);
    expect(opened.filter(({ text }) => !text.includes('<Directed>')).map(({ path }) => path)).toEqual([]);
  });
});

describe('icons that point along a line of text', () => {
  it('are all mirrored from right to left', () =>
    expect(undeclaredPointingIcons(app, pointingIcons), 'Name them in pointing-icons.ts').toEqual([]));

  it('are in use', () => {
    const used = app.flatMap(({ imports }) => imports.map((one) => one.split('lucide-react/icons/')[1]));
    expect(pointingIcons.filter((name) => !used.includes(name))).toEqual([]);
  });

  it('are found by their names', () => {
    const file = sourceFile('src/app/a.tsx', "import Redo from 'lucide-react/icons/redo';");
    expect(undeclaredPointingIcons([file], pointingIcons)).toEqual(['src/app/a.tsx: redo']);
  });
});
