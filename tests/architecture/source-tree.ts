import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../support/project-root.ts';

export interface SourceFile {
  /** From the project's folder, with slashes: "src/contract/money.ts". */
  readonly path: string;
  readonly text: string;
  /** As written: "./fields.ts", "#contract/money.ts", "react". */
  readonly imports: readonly string[];
}

/** Parses the text of a file, which need not exist. */
export function sourceFile(path: string, text: string): SourceFile {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return { path, text, imports: importedFiles.map(({ fileName }) => fileName) };
}

declare global {
  /** What was read and parsed in this process: each test file loads this module anew. */
  var sourcesOfProject:
    | {
        readonly files: Map<string, SourceFile>;
        readonly syntaxTrees: WeakMap<SourceFile, ts.SourceFile>;
      }
    | undefined;
}
globalThis.sourcesOfProject ??= { files: new Map(), syntaxTrees: new WeakMap() };
const { files, syntaxTrees } = globalThis.sourcesOfProject;

function readFile(path: string): SourceFile {
  const file = files.get(path) ?? sourceFile(path, readFileSync(join(projectRoot, path), 'utf8'));
  files.set(path, file);
  return file;
}

/** Lists every TypeScript file under a folder of the project, each of them read once in a process. */
export function readTree(folder: string): SourceFile[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => readFile(path.slice(projectRoot.length)));
}

/** Returns the syntax tree of a file, which is parsed once: several rules visit all of them. */
function syntaxOf(file: SourceFile): ts.SourceFile {
  const known = syntaxTrees.get(file);
  if (known) return known;
  const parsed = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  syntaxTrees.set(file, parsed);
  return parsed;
}

/** Returns the nodes of a file in their order; what is skipped is left out with all that is in it. */
export function nodesIn(file: SourceFile, isSkipped: (node: ts.Node) => boolean = () => false): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(syntaxOf(file));
  return found;
}

export const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** Resolves an import to a project path; undefined for packages and built-in modules. */
export function resolveImport(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (/^\.\.?\//.test(bare)) return posix.join(posix.dirname(from), bare);
  const [, room, rest] = /^#(contract|server|app)\/(.*)$/.exec(bare) ?? [];
  return room && `src/${room}/${rest}`;
}

/** Returns the package of an import, such as "@tanstack/react-query"; undefined for anything else. */
export function packageOf(specifier: string): string | undefined {
  if (/^[.#/]|^(node|virtual):/.test(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
