import { describe, expect, it } from 'vitest';
import { faultMutants } from '../mutation/mutants.ts';
import {
  brokenCitations,
  brokenLinks,
  type CitationTargets,
  decisionProblems,
  decisionsIn,
  existsInProject,
  faultRows,
  filesOfPath,
  readTexts,
  sectionNumbers,
  type TextFile,
} from './citation-rules.ts';

const texts = readTexts();
const textOf = (path: string) => texts.find((file) => file.path === path)?.text ?? '';
/** Matches tests that plant files and citations of their own. */
const plants = (path: string) =>
  /^tests\/(?:architecture\/[\w-]+|server\/build-if-needed-long)\.test\.ts$/.test(path);
const decisions = decisionsIn(texts);
const faults = faultRows(textOf('docs/offline-protocol.md'));

const targets: CitationTargets = {
  decisions: new Set(decisions.map(({ number }) => number)),
  sections: new Set(sectionNumbers(textOf('docs/product.md'))),
  faults: new Set(faults.map(({ number }) => number)),
  exists: existsInProject,
};

describe('citations', () => {
  it('lead to a decision, section, fault or file that exists, in every text of the project', () =>
    expect(
      brokenCitations(
        texts.filter(({ path }) => !plants(path)),
        targets,
      ),
      'Correct the number or the path',
    ).toEqual([]));

  it('are read from sources, tests, documents and configuration', () =>
    expect(texts.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'README.md',
        'CONTRIBUTING.md',
        'index.html',
        'vite.config.ts',
        'package.json',
        'knip.json',
        '.env.example',
        'docs/decisions/offline.md',
        'src/contract/money.ts',
        'src/server/db/schema/03-months.sql',
        'tests/app/outbox/ordering.test.ts',
      ]),
    ));

  const planted: CitationTargets = {
    decisions: new Set([1, 2, 3, 4]),
    sections: new Set([7, 8]),
    faults: new Set([1, 2, 3]),
    exists: (path) => ['src/contract/money.ts', 'docs', 'tests/e2e/'].includes(path),
  };
  const found = (text: string, path = 'src/app/a.ts') => brokenCitations([{ path, text }], planted);

  it.each([
    '// (decision 5)',
    '// decisions 4 and 5',
    '// decisions 1, 2 and 5',
    '// decisions 3–5',
    '// Reads the row as\n   // decision\n   // 5 demands.',
    '/** Sums, by decision\n * 5. */',
    '// (specification, section 9)',
    '// section 9 of the specification',
    'See section 9 of the [specification](product.md).',
    '// (fault 4)',
    '// faults 1–4',
    '// tests/e2e/gone.e2e.ts proves it',
    '// see docs/gone.md.',
    'See `src/contract/gone.ts`.',
    "const file = 'tests/gone.ts';",
  ])('a wrong citation is found in %j', (text) => expect(found(text)).toHaveLength(1));

  it.each([
    "it('4 a fault that nobody knows', () => {});",
    "it.each([1, 2])('4 a fault (%s)', () => {});",
    "it(\n  '4 a fault',",
  ])('a test of an unknown fault is found in %j', (text) => {
    expect(found(text, 'tests/app/outbox/a.test.ts')).toHaveLength(1);
    expect(found(text, 'tests/server/api/a.test.ts')).toEqual([]);
  });

  it.each([
    '// (decision 4), decisions 1–3, decisions 2 and 4, decision 3, 99 others',
    '// (specification, section 7), specification, 8, section 7 of the specification',
    "// fault 3, faults 1–3; it('3 a fault')",
    '// src/contract/money.ts, docs/… and tests/e2e/, src/app/<name>.ts, tests/**/*.test.ts, src/{app,server}/a.ts',
    '// https://example.org/src/app.ts, ./src/gone.ts, dist/src/gone.ts',
    'alter table a alter column b set default 9;',
  ])('a right citation is accepted in %j', (text) => {
    expect(found(text)).toEqual([]);
    expect(found(text, 'tests/app/a.test.ts')).toEqual([]);
  });

  it('name no document that is not part of the project', () => {
    const phrase = new RegExp(['offline', 'design'].join('\\s+(?:\\*\\s*)?'), 'i');
    const named = texts.filter(({ path, text }) => /^(?:src|tests)\//.test(path) && phrase.test(text));
    expect(named.map(({ path }) => path)).toEqual([]);
  });
});

describe('links between documents', () => {
  it('lead to files and headings that exist', () => expect(brokenLinks(texts, existsInProject)).toEqual([]));

  const files: readonly TextFile[] = [
    { path: 'docs/a.md', text: '# A\n\n## Two words: `code`\n\n    ## Not a heading\n' },
    { path: 'docs/sub/b.md', text: '# B\n' },
  ];
  const found = (text: string) =>
    brokenLinks([...files, { path: 'docs/c.md', text }], (path) =>
      [...files.map((file) => file.path), 'docs/c.md', 'public/a.png'].includes(path),
    );

  it.each([
    '[a](gone.md)',
    '[a](a.md#gone)',
    '[a](a.md#not-a-heading)',
    '![a](../public/gone.png)',
  ])('a wrong link is found in %s', (text) => expect(found(text)).toHaveLength(1));

  it.each([
    '[a](a.md#two-words-code) and [b](sub/b.md)',
    '# Own\n\n[own](#own)',
    '![a](../public/a.png) [web](https://example.org/gone.md)',
    '    [code](gone.md)',
  ])('a right link is accepted in %s', (text) => expect(found(text)).toEqual([]));
});

describe('the paths in docs/architecture.md', () => {
  it.each([
    ['The path of an installment', 25],
    ['The path of a list page', 15],
  ])('%s names at most %i files, each once', (heading, limit) => {
    const files = filesOfPath(textOf('docs/architecture.md'), heading);
    expect(files.length).toBeGreaterThan(limit / 2);
    expect(files.length).toBeLessThanOrEqual(limit);
    expect(files.filter((path, at) => files.indexOf(path) !== at || !existsInProject(path))).toEqual([]);
  });

  it('are the numbered steps below their heading', () =>
    expect(
      filesOfPath(
        '# A\n\n## Path\n\n1. `src/a.ts` – one\n2. `src/b.ts`\n\nAnd `src/c.ts`.\n\n## B\n\n1. `src/d.ts`\n',
        'Path',
      ),
    ).toEqual(['src/a.ts', 'src/b.ts']));
});

describe('decisions', () => {
  it('have a number each, in one file, which the index names', () => {
    expect(decisions.length).toBeGreaterThan(80);
    expect(decisionProblems(decisions, textOf('docs/decisions/README.md'))).toEqual([]);
  });

  const one = '- **Decision 1: First `one`.** Text.\n';
  const three = '- **Decision 3: A third,\n  over two lines.** Text.\n';
  const rows = ['| file | about | numbers |', '| [a.md](a.md) | a | 1, 3 |', '', 'Replaced: 2 by 1.'];
  const problems = (text: string, index: readonly string[]) =>
    decisionProblems(decisionsIn([{ path: 'docs/decisions/a.md', text }]), index.join('\n'));

  it('are accepted when files and index agree', () => expect(problems(`${one}${three}`, rows)).toEqual([]));

  it.each([
    ['a number that is there twice', `${one}${three}${one}`, rows],
    ['a row without a number', `${one}${three}`, rows.map((row) => row.replace('1, 3', '1'))],
    ['a replaced one that is there', `${one}${three}${three.replace('3', '2')}`, rows],
    ['a file without a row', `${one}${three}`, rows.slice(2)],
  ])('are found to be wrong by %s', (_, text, index) => expect(problems(text, index)).not.toEqual([]));
});

describe('faults', () => {
  it('have a number each', () => {
    const numbers = faults.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(70);
    expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
  });

  it('have a mutant each, whose test and source are named in the table', () => {
    const missing = faultMutants.flatMap(({ fault, file, replacements }) => {
      const named = faults.find(({ number }) => number === fault)?.files ?? [];
      return [file, ...replacements.map(([source]) => source)]
        .filter((path) => !named.includes(path))
        .map((path) => `the row of fault ${fault} does not name ${path}`);
    });
    expect(missing).toEqual([]);
    const withMutant = new Set(faultMutants.map(({ fault }) => fault));
    const unproven = faults.filter(({ number }) => !withMutant.has(number));
    expect(unproven, 'Add a mutant: docs/testing.md, Add a fault').toEqual([]);
  });

  it('have a test each that names their number in its title', () => {
    const untested = faults.filter(({ number, files }) => {
      const title = new RegExp(`['"\`](?:[^'"\`\\n]*[;,] )?${number} [a-zA-Z0-9]`);
      return !files.some((path) => path.startsWith('tests/') && title.test(textOf(path)));
    });
    expect(untested, 'Begin the title of the test that the row names with the number').toEqual([]);
  });
});
