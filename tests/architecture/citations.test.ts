import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultMutants } from '../mutation/mutants.ts';
import { projectRoot } from '../support/project-root.ts';

interface TextFile {
  /** From the project's folder, with slashes: "docs/product.md". */
  readonly path: string;
  readonly text: string;
}

interface CitationTargets {
  readonly decisions: ReadonlySet<number>;
  readonly sections: ReadonlySet<number>;
  readonly faults: ReadonlySet<number>;
  readonly exists: (path: string) => boolean;
}

interface Decision {
  readonly path: string;
  readonly number: number;
}

const FOLDERS = ['src', 'tests', 'docs'];
const TOP_LEVEL = /^(?:[A-Z]+\.md|(?!package-lock)[\w.-]+\.(?:ts|html|json)|\.env\.example)$/;

function readTexts(): TextFile[] {
  const read = (path: string) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') });
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|md|sql|css)$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  return [...readdirSync(projectRoot).filter((name) => TOP_LEVEL.test(name)), ...below].map(read);
}

/** Joins the lines of a comment or paragraph, so that a citation may be broken over two. */
const joined = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/\/?|--|#)?\s*/g, ' ');

/** A list of numbers as people write it: "4", "4 and 5", "11, 12 and 20", "41–45". */
const NUMBERS = String.raw`\d+(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|or|to)\s+|\s*[–-]\s*)\d+)*`;

/** Expands a list of numbers with ranges: "1, 3–5" to 1, 3, 4, 5. */
function numbersIn(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:\s*(?:[–-]|to)\s*(\d+))?/g)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from), Number(to ?? from)];
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, at) => first + at);
  });
}

/** Returns the numbers that the first group of each match lists. */
const cited = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].flatMap(([, list]) => numbersIn(list ?? ''));

const DECISIONS = [/\bdecision (\d+)/gi, new RegExp(String.raw`\bdecisions (${NUMBERS})`, 'gi')];
const SECTIONS = [
  new RegExp(String.raw`\bspecification\]?(?:\([^)]*\))?,? (?:sections? )?(${NUMBERS})`, 'gi'),
  new RegExp(String.raw`\bsections? (${NUMBERS}) of the \[?specification`, 'gi'),
];
const FAULTS = [/\bfault (\d+)/gi, new RegExp(String.raw`\bfaults (${NUMBERS})`, 'gi')];
const PATH = /(?<![\w./@$}#-])(?:src|tests|docs|public)\/[\w./*<>{}…,-]*[\w/*>}…]/g;
const PLACEHOLDER = /[*<>{}…]|\.\.\./;
/** The title of a test of a fault begins with its number. Server tests count requests instead: "32 at once". */
const NUMBERED_TITLE = /\b(?:it|test|describe)\b[^'"`\n]{0,80}\(\s*['"`](\d{1,2}) [a-zA-Z0-9]/g;
const hasFaultTitles = (path: string) => /^tests\/(?:app|e2e)\//.test(path);

function unknownNumbers(
  { path, text }: TextFile,
  kind: string,
  patterns: readonly RegExp[],
  known: ReadonlySet<number>,
): string[] {
  const numbers = patterns.flatMap((pattern) => cited(text, pattern));
  return [...new Set(numbers)]
    .filter((number) => !known.has(number))
    .map((number) => `${path}: there is no ${kind} ${number}`);
}

function brokenCitations(files: readonly TextFile[], targets: CitationTargets): string[] {
  return files.flatMap((file) => {
    const whole = { path: file.path, text: joined(file.text) };
    const paths = [...whole.text.matchAll(PATH)].map(([path]) => path);
    return [
      ...unknownNumbers(whole, 'decision', DECISIONS, targets.decisions),
      ...unknownNumbers(whole, 'section', SECTIONS, targets.sections),
      ...unknownNumbers(whole, 'fault', FAULTS, targets.faults),
      ...(hasFaultTitles(file.path)
        ? unknownNumbers(file, 'fault for the test', [NUMBERED_TITLE], targets.faults)
        : []),
      ...[...new Set(paths)]
        .filter((path) => !PLACEHOLDER.test(path) && !targets.exists(path))
        .map((path) => `${file.path}: there is no ${path}`),
    ];
  });
}

const existsInProject = (path: string): boolean => existsSync(join(projectRoot, path));

/** Removes blocks of code, whose lines are no headings and no links. */
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/^ {4}.*$/gm, '');

/** Returns the anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const headingsIn = (text: string) =>
  [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading ?? '');

function brokenLinks(files: readonly TextFile[], exists: CitationTargets['exists']): string[] {
  const anchors = new Map(
    files.map(({ path, text }) => [path, new Set(headingsIn(text).map(anchorOf))] as const),
  );
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return [];
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        if (!exists(target)) return [`${path}: the link ${link} leads to no file`];
        if (anchor === undefined || anchors.get(target)?.has(anchor)) return [];
        return [`${path}: the link ${link} leads to no heading`];
      }),
    );
}

/** Returns all decisions, in the order of the files: the items "- **Decision 30: A title.** Text". */
function decisionsIn(files: readonly TextFile[]): Decision[] {
  return files
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^- \*\*Decision (\d+): [^*]+\.\*\*/gm)].map(([, number]) => ({
        path,
        number: Number(number),
      })),
    );
}

/** The index has a row for each file, "| [a.md](a.md) | subject | 1–3, 5 |", and a line "Replaced: 4 by 5, …" for those that are gone. */
function decisionProblems(decisions: readonly Decision[], index: string): string[] {
  const numbers = decisions.map(({ number }) => number);
  const replaced = [
    ...(/^Replaced: [\s\S]*?(?:\n\n|$)/m.exec(index)?.[0] ?? '').matchAll(/(\d+) by (\d+)/g),
  ].map(([, from, to]) => [Number(from), Number(to)] as const);
  const gone = replaced.map(([from]) => from);
  const rows = new Map<string, readonly number[]>(
    [...index.matchAll(/^\| \[([\w.-]+)\]\(\1\) \|[^|]*\| ([^|]*) \|$/gm)].map(
      ([, file, list]) => [`docs/decisions/${file}`, numbersIn(list ?? '')] as const,
    ),
  );
  const all = [...numbers, ...gone];
  const files = [...new Set([...decisions.map(({ path }) => path), ...rows.keys()])];
  const written = (path: string) => decisions.filter((one) => one.path === path).map(({ number }) => number);
  return [
    ...all.filter((one, at) => all.indexOf(one) !== at).map((one) => `decision ${one} is there twice`),
    ...replaced
      .filter(([, to]) => !numbers.includes(to))
      .map(([from, to]) => `decision ${from} is replaced by ${to}, which does not exist`),
    ...files
      .filter(
        (path) =>
          written(path)
            .sort((a, b) => a - b)
            .join() !== (rows.get(path) ?? []).join(),
      )
      .map((path) => `the row of ${path} must list ${written(path).join(', ')}`),
  ];
}

/** Returns the numbers of sections: the second-level headings "## 7. Calls". */
const sectionNumbers = (specification: string): number[] =>
  [...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));

interface FaultRow {
  readonly number: number;
  readonly files: readonly string[];
}

function faultRows(protocol: string): FaultRow[] {
  const table = /^\| fault \|[\s\S]*?(?=\n\n)/m.exec(protocol)?.[0] ?? '';
  return [...table.matchAll(/^\| (\d+) \|.*$/gm)].map(([row, number]) => ({
    number: Number(number),
    files: [...row.matchAll(/`((?:src|tests)\/[^`]+)`/g)].map(([, path = '']) => path),
  }));
}

/** Returns the files that the numbered steps below a heading name, each step one, in their order. */
function filesOfPath(document: string, heading: string): string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [steps = ''] = section.split('\n## ');
  return [...steps.matchAll(/^\d+\. `(src\/[^`]+)`/gm)].map(([, path = '']) => path);
}

const texts = readTexts();
const textOf = (path: string) => texts.find((file) => file.path === path)?.text ?? '';
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
