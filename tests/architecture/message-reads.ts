import ts from 'typescript';
import type { SourceFile } from './source-tree.ts';

/** Returns the ids of catalogues that two files declare. */
export function repeatedIds(files: readonly SourceFile[]): string[] {
  const ids = files.flatMap(({ text }) =>
    [...text.matchAll(/\bdefineMessages\(\s*'([^']*)'/g)].map(([, id = '']) => id),
  );
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Returns the catalogues outside of files such as texts.en.ts, beside which their translation stands. */
export const misplacedCatalogues = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    /\bdefineMessages\(\s*'/.test(text) && !path.endsWith('.en.ts') ? [path] : [],
  );

/** Returns the reads of messages outside of functions: a constant of a module keeps the language of its first load. */
export function readsAtLoad(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!text.includes(".en.ts'")) return [];
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));
    const catalogues = importedCatalogues(source);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
      if (
        (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
        ts.isIdentifier(node.expression) &&
        catalogues.has(node.expression.text)
      ) {
        found.push(`${path}: ${node.getText(source)}`);
      }
      if (ts.isSpreadAssignment(node) && catalogues.has(node.expression.getText(source))) {
        found.push(`${path}: ${node.getText(source)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const kindOf = (path: string) => (path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** Returns the local names of catalogues that a file imports. */
function importedCatalogues(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.getText(source).endsWith(".en.ts'"))
      continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, isTypeOnly } of bindings.elements) if (!isTypeOnly) names.add(name.text);
  }
  return names;
}
