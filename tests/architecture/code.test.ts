import { describe, expect, it } from 'vitest';
import { allResourceNames } from '#contract/resource-names.ts';
import { declaredWrites } from '#contract/writes/registry.ts';
import {
  colourLiterals,
  namedResources,
  namedWrites,
  otherDays,
  oversizedFiles,
  undeclaredWrites,
  unlistedCalls,
} from './code-rules.ts';
import { readTree, sourceFile } from './source-tree.ts';

const source = readTree('src');

describe('length of files', () => {
  it('is within the limits in the whole source', () =>
    expect(oversizedFiles(source), 'Split files by purpose').toEqual([]));

  it('a single oversized file is found', () => {
    const small = ['a', 'b', 'c'].map((name) => sourceFile(`src/app/${name}.ts`, 'export {};\n'));
    expect(oversizedFiles([...small, sourceFile('src/app/giant.ts', '//\n'.repeat(501))])).toHaveLength(1);
    expect(oversizedFiles([...small, sourceFile('src/app/large.ts', '//\n'.repeat(500))])).toEqual([]);
  });
});

describe('colours', () => {
  it('are named theme tokens in every component', () =>
    expect(colourLiterals(source), 'Use or add a name in src/app/theme').toEqual([]));

  it.each([
    `<Box color="#0f766e" />`,
    `<Box bg="red.500" />`,
    `<Box border="1px solid #ccc" />`,
    'const style = { color: "rgb(0 0 0 / 50%)" };',
    ['const style = { boxShadow: `0 0 $', '{size}px #000000` };'].join(''),
    `<Box shadow="0 1px 2px blackAlpha.300" />`,
  ])('the colour literal in %s is found', (text) =>
    expect(colourLiterals([sourceFile('src/app/shell/a.tsx', text)])).toHaveLength(1));

  it('are allowed in the theme, and words are not colours', () => {
    const theme = sourceFile('src/app/theme/tokens.ts', `const teal = '#0f766e';`);
    const words = sourceFile(
      'src/app/shell/a.tsx',
      `<Link href="#main" bg="bg.surface" title="Press the red button, 1250.50" />`,
    );
    const way = sourceFile('src/app/shell/b.tsx', `import { a } from '#app/data/a.ts';`);
    expect(colourLiterals([theme, words, way])).toEqual([]);
  });
});

describe('writes', () => {
  const list = readTree('tests/app/calls').find(({ path }) => path.endsWith('/online-calls.ts'))?.text ?? '';

  it('go through the outbox or are declared calls', () =>
    expect(undeclaredWrites(source), 'Declare it with defineCall (decision 180)').toEqual([]));

  it('that are declared are tried with every loss in tests/app/calls', () =>
    expect(unlistedCalls(source, list)).toEqual([]));

  it('that are neither are found', () => {
    const text = `const save = () => request({ path, method: 'PATCH', body, answer });`;
    expect(undeclaredWrites([sourceFile('src/app/features/users/save.ts', text)])).toHaveLength(1);
    expect(undeclaredWrites([sourceFile('src/app/outbox/sender/save.ts', text)])).toEqual([]);
    const call = sourceFile('src/app/features/a.ts', 'export const eatCall = defineCall({});');
    expect(unlistedCalls([call], list)).toEqual(['eatCall']);
  });
});

describe('kinds of write', () => {
  const names = declaredWrites.map(({ name }) => name);

  it('are named by no file of the outbox, the reads, the Sync panel and printing', () =>
    expect(namedWrites(source, names), 'Ask the declaration: writeOf in src/contract/writes').toEqual([]));

  it.each([
    "const isOwn = operation.resource === 'book-return';",
    'if (name === RECEIPT_PRINT) return [];',
    "import { transferWrite } from '#contract/writes/transfer.ts';",
  ])('%s is found', (text) => {
    expect(namedWrites([sourceFile('src/app/outbox/a.ts', text)], names)).toHaveLength(1);
    expect(namedWrites([sourceFile('src/app/features/a.ts', text)], names)).toEqual([]);
  });
});

describe('resources', () => {
  it('are not named by the outbox', () =>
    expect(namedResources(source, allResourceNames), 'Ask the declaration of the resource').toEqual([]));

  it('that it names are found', () => {
    const text = "const isPlan = entry.operation.resource === 'plan';";
    expect(namedResources([sourceFile('src/app/outbox/a.ts', text)], allResourceNames)).toHaveLength(1);
    expect(namedResources([sourceFile('src/app/features/a.ts', text)], allResourceNames)).toEqual([]);
  });
});

describe('days', () => {
  it('come from the calendar of the branch in the whole source', () =>
    expect(otherDays(source), "Use the branch's calendar: scope.today, currentDay, dayAt").toEqual([]));

  it.each([
    'const day = new Date().toISOString().slice(0, 10);',
    'const day = now.getUTCDate();',
    'const isToday = then.getDate() === now.getDate();',
    'const rows = sql`select 1 where day = current_date`;',
    'const rows = sql`select (created_at at time zone $1)::date`;',
    "import { isToday } from 'date-fns';",
  ])('%s is found as another way to a day', (text) =>
    expect(otherDays([sourceFile('src/app/lib/a.ts', text)])).not.toEqual([]));
});
