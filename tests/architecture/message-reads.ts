import ts from 'typescript';
import { nodesIn, type SourceFile } from './source-tree.ts';

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

/** Returns the local names of catalogues that a file imports. */
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
