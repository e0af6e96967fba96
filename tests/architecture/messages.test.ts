import { describe, expect, it } from 'vitest';
import { misplacedCatalogues, readsAtLoad, repeatedIds } from './message-reads.ts';
import { repeatedTexts, textLiterals } from './message-rules.ts';
import { readTree, sourceFile } from './source-tree.ts';

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
