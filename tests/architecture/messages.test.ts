import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesIn, readTree, type SourceFile, sourceFile } from './source-tree.ts';

/** Lists the attributes whose values a person sees or hears, with those of our components. */
const TEXT_ATTRIBUTES = new Set([
  ...[
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'alt',
    'placeholder',
  ],
  ...['label', 'heading', 'description'],
]);

const LETTER = /\p{L}/u;

/** Texts between tags, and literals in children or in attributes such as "aria-label" (decision 90). */
function textLiterals(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/app/') && path.endsWith('.tsx'))
    .flatMap((file) => textsIn(file).map((literal) => `${file.path}: ${literal}`));
}

/** Texts of three or more message files: they belong to src/app/lib/texts.en.ts, worded and translated once. */
function repeatedTexts(files: readonly SourceFile[]): string[] {
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

function repeatedIds(files: readonly SourceFile[]): string[] {
  const ids = files.flatMap(({ text }) =>
    [...text.matchAll(/\bdefineMessages\(\s*'([^']*)'/g)].map(([, id = '']) => id),
  );
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Returns the catalogues outside of files such as texts.en.ts, beside which their translation stands. */
const misplacedCatalogues = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    /\bdefineMessages\(\s*'/.test(text) && !path.endsWith('.en.ts') ? [path] : [],
  );

/** Returns the reads of messages outside of functions: a constant of a module keeps the language of its first load. */
function readsAtLoad(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    if (!file.text.includes(".en.ts'")) return [];
    const catalogues = importedCatalogues(file);
    const isRead = (node: ts.Node) =>
      (ts.isPropertyAccessExpression(node) ||
        ts.isElementAccessExpression(node) ||
        ts.isSpreadAssignment(node)) &&
      catalogues.has(node.expression.getText());
    return nodesIn(file, (node) => ts.isFunctionLike(node) || ts.isTypeNode(node))
      .filter(isRead)
      .map((node) => `${file.path}: ${node.getText()}`);
  });
}

function importedCatalogues(file: SourceFile): Set<string> {
  const imported = nodesIn(file).filter(
    (node) => ts.isImportDeclaration(node) && node.moduleSpecifier.getText().endsWith(".en.ts'"),
  );
  return new Set(
    imported.flatMap((node) => {
      const bindings = ts.isImportDeclaration(node) && node.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) return [];
      return bindings.elements.flatMap(({ name, isTypeOnly }) => (isTypeOnly ? [] : [name.text]));
    }),
  );
}

const components = readTree('src/app');
const hole = (expression: string) => ['$', `{${expression}}`].join('');

describe('texts that a person reads', () => {
  it('are in message files', () => {
    const texts = textLiterals(components);
    expect(texts, 'Move them to the texts.en.ts of their folder (decision 90)').toEqual([]);
  });

  it.each([
    '<Button>Save</Button>',
    '<Text>\n  Nothing waits\n  here.\n</Text>',
    '<Text>{count} entries</Text>',
    '<Text>شكرا</Text>',
    `<Text>{'Saved'}</Text>`,
    `<Text>{busy ? 'Saving…' : saved}</Text>`,
    `<Text>{name ?? ('Unnamed' as string)}</Text>`,
    `<Text>{name + ' was deleted'}</Text>`,
    `<Text>{\`Delete ${hole('name')}\`}</Text>`,
    `<Text>{\`${hole(`kind ? 'Add' : verb`)} – ${hole('name')}\`}</Text>`,
    '<>Loading</>',
    ...['label', 'aria-label', 'title', 'alt', 'placeholder', 'heading', 'description'].map(
      (attribute) => `<Part ${attribute}="Close" />`,
    ),
    `<Part aria-label={\`Delete ${hole('name')}\`} />`,
    `<Part label={open ? 'Close' : messages.open} />`,
  ])('the text in %s is found', (text) =>
    expect(textLiterals([sourceFile('src/app/shell/a.tsx', text)])).toHaveLength(1));

  it.each([
    '<Button onClick={save}>{messages.save}</Button>',
    '<Text>{messages.deleted({ name })} – {count} · 5&nbsp;%</Text>',
    `<Text>{'–'}{' '}{\`${hole('page')} / ${hole('pages')}\`}</Text>`,
    `<Text>{state === 'done' && messages.done}</Text>`,
    `<Text>{text('save')}</Text>`,
    `<Part aria-label={messages.close} label={labels['close']} title="" alt="" />`,
    `<Part id="menu" type="button" data-kind="Close" className={open ? 'open' : 'closed'} name="email" />`,
    `<Part render={() => 'key'} values={['a', 'b']} />`,
    `<Row key={\`row-${hole('id')}\`} color={tone === 'waiting' ? 'waiting.fg' : 'fg'} />`,
    `const route = 'students'; // <b>Students</b>`,
  ])('%s contains no text', (text) =>
    expect(textLiterals([sourceFile('src/app/shell/a.tsx', text)])).toEqual([]));

  it('are searched in the components of the app only', () => {
    const text = '<Button>Save</Button>';
    const paths = ['src/app/shell/a.ts', 'src/server/a.tsx', 'tests/app/a.tsx', 'src/contract/a.tsx'];
    expect(textLiterals(paths.map((path) => sourceFile(path, text)))).toEqual([]);
  });
});

describe('a text that three folders need', () => {
  it('is declared once', () => expect(repeatedTexts(components)).toEqual([]));

  it('is found', () => {
    const declared = "export const messages = defineMessages({\n  edit: 'Edit',\n});";
    const files = ['fields', 'resources/list', 'features/profile'].map((folder) =>
      sourceFile(`src/app/${folder}/texts.en.ts`, declared),
    );
    expect(repeatedTexts(files)).toEqual(['Edit']);
    expect(repeatedTexts(files.slice(1))).toEqual([]);
  });
});

describe('a catalogue of texts', () => {
  const sources = readTree('src');

  it('has an id of its own', () => expect(repeatedIds(sources)).toEqual([]));

  it('with the id of another one is found', () => {
    const declared = "export const messages = defineMessages('list', { edit: 'Edit' });";
    const files = ['a', 'b'].map((folder) => sourceFile(`src/app/${folder}/texts.en.ts`, declared));
    expect(repeatedIds(files)).toEqual(['list']);
  });

  it('stands in a file whose name ends with .en.ts', () => {
    expect(misplacedCatalogues(sources)).toEqual([]);
    const declared = "export const messages = defineMessages('list', { edit: 'Edit' });";
    const files = ['list.ts', 'texts.en.ts'].map((name) => sourceFile(`src/app/${name}`, declared));
    expect(misplacedCatalogues(files)).toEqual(['src/app/list.ts']);
  });

  it('is read while something is drawn or answered, never when a module loads', () =>
    expect(readsAtLoad(sources)).toEqual([]));

  it.each([
    `const title = messages.title;`,
    `const texts = { ...messages };`,
    `export default [messages.title];`,
  ])('is found where a module reads it at its load: %s', (line) => {
    const text = `import { messages } from './texts.en.ts';\n${line}`;
    expect(readsAtLoad([sourceFile('src/app/shell/a.ts', text)])).toHaveLength(1);
  });

  it.each([
    `const title = () => messages.title;`,
    `function title() { return { ...messages, title: messages.title }; }`,
    `type Key = (typeof messages)['title'];`,
  ])('may be read in a function: %s', (line) => {
    const text = `import { messages } from './texts.en.ts';\n${line}`;
    expect(readsAtLoad([sourceFile('src/app/shell/a.ts', text)])).toEqual([]);
  });
});
