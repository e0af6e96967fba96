import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pointingIcons } from '#app/theme/pointing-icons.ts';
import { projectRoot } from '../support/project-root.ts';
import { directedCells, physicalCss, physicalStyles, undeclaredPointingIcons } from './direction-rules.ts';
import { readTree, sourceFile } from './source-tree.ts';

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
