import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectRoot } from '../support/project-root.ts';

/** A file that may cite something: source, test, document or configuration. */
export interface TextFile {
  /** From the project's folder, with slashes: "docs/product.md". */
  readonly path: string;
  readonly text: string;
}

/** Lists what can be cited. */
export interface CitationTargets {
  readonly decisions: ReadonlySet<number>;
  /** Sections of the specification. */
  readonly sections: ReadonlySet<number>;
  readonly faults: ReadonlySet<number>;
  /** Returns whether a file or folder exists. */
  readonly exists: (path: string) => boolean;
}

/** A decision, with the file that contains it. */
export interface Decision {
  readonly path: string;
  readonly number: number;
}

const FOLDERS = ['src', 'tests', 'docs'];
const TOP_LEVEL = /^(?:[A-Z]+\.md|(?!package-lock)[\w.-]+\.(?:ts|html|json)|\.env\.example)$/;

/** Reads every text that may cite something: the sources, tests, documents and configuration files. */
export function readTexts(): TextFile[] {
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

/** Returns the citations of one kind that lead nowhere. */
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

/** Returns every citation of a decision, section, fault or file that does not exist, one line each. */
export function brokenCitations(files: readonly TextFile[], targets: CitationTargets): string[] {
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

/** Returns whether a file or folder of the project exists. */
export const existsInProject = (path: string): boolean => existsSync(join(projectRoot, path));

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

/** Returns relative links of documents whose file or heading does not exist, one line each. */
export function brokenLinks(files: readonly TextFile[], exists: CitationTargets['exists']): string[] {
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
export function decisionsIn(files: readonly TextFile[]): Decision[] {
  return files
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^- \*\*Decision (\d+): [^*]+\.\*\*/gm)].map(([, number]) => ({
        path,
        number: Number(number),
      })),
    );
}

/**
 * Returns what is wrong with the numbers of decisions. The index has a row for each file, "| [a.md](a.md) | subject | 1–3, 5 |", and one line
 * that begins with "Replaced:" and has "4 by 5" for each decision that is gone.
 */
export function decisionProblems(decisions: readonly Decision[], index: string): string[] {
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
export const sectionNumbers = (specification: string): number[] =>
  [...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));

/** A row of the table of faults, with the files that it names. */
export interface FaultRow {
  readonly number: number;
  readonly files: readonly string[];
}

/** Returns the rows of the table of faults. */
export function faultRows(protocol: string): FaultRow[] {
  const table = /^\| fault \|[\s\S]*?(?=\n\n)/m.exec(protocol)?.[0] ?? '';
  return [...table.matchAll(/^\| (\d+) \|.*$/gm)].map(([row, number]) => ({
    number: Number(number),
    files: [...row.matchAll(/`((?:src|tests)\/[^`]+)`/g)].map(([, path = '']) => path),
  }));
}

/** Returns the files that the numbered steps below a heading name, each step one, in their order. */
export function filesOfPath(document: string, heading: string): string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [steps = ''] = section.split('\n## ');
  return [...steps.matchAll(/^\d+\. `(src\/[^`]+)`/gm)].map(([, path = '']) => path);
}
