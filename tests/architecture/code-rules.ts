import ts from 'typescript';
import { isText, nodesIn, type SourceFile } from './source-tree.ts';

const MAX_LINES = 500;

const linesOf = ({ text }: SourceFile) => text.trimEnd().split('\n').length;

export function oversizedFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => linesOf(file) > MAX_LINES)
    .map((file) => `${file.path} has ${linesOf(file)} lines, the limit is ${MAX_LINES}`);
}

const COLOUR =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgba?|hsla?|hwb|oklch|oklab|lch|lab|color-mix)\(.*|[a-z]+\.([1-9]00|50|950)|(white|black)Alpha\.\d+)$/i;
const COLOUR_WORD = /^(gray|grey|red|orange|yellow|green|teal|blue|cyan|purple|pink|black|white)$/i;

/** Returns colour literals in components, which must use theme tokens. */
export function colourLiterals(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/app/') && !path.startsWith('src/app/theme/'))
    .flatMap((file) =>
      stringsIn(file)
        .filter(
          (literal) => COLOUR_WORD.test(literal) || literal.split(/[\s,]+/).some((word) => COLOUR.test(word)),
        )
        .map((literal) => `${file.path}: ${literal}`),
    );
}

/** Returns string literals without imports, and the fixed parts of templates. */
function stringsIn(file: SourceFile): string[] {
  const isWay = (node: ts.Node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  return nodesIn(file, isWay).flatMap((node) => (isText(node) ? [node.text] : []));
}

/** Writes that are neither queued nor online calls, each with a reason in docs/offline-protocol.md. */
const OTHER_WRITES =
  /^src\/app\/(api|outbox|calls|cache\/(sign-in|switch-branch)|features\/(sign-in|branch-settings\/spreadsheet-tokens|profile\/(profile-form|factor-calls|profile-page))|ui\/approval-dialog|shell\/person-choices|sync-center\/device-entries)/;
const WRITE = /\brequest\(\{[^;]*?\bmethod: '(POST|PATCH|DELETE)'|\bsendForm\(\{ path: IMPORTS_PATH/;
const DECLARED_CALL = /export const (\w+) = defineCall\(/g;

/** Returns files of the app that send a write past the outbox and past the declared calls (decision 180). */
export function undeclaredWrites(files: readonly SourceFile[]): string[] {
  const isOfApp = ({ path }: SourceFile) => path.startsWith('src/app/') && !OTHER_WRITES.test(path);
  return files.flatMap((file) => (isOfApp(file) && WRITE.test(file.text) ? [file.path] : []));
}

/** Returns calls that are declared and not listed, so that no test loses their answers. */
export function unlistedCalls(files: readonly SourceFile[], list: string): string[] {
  const declared = files.flatMap(({ text }) =>
    [...text.matchAll(DECLARED_CALL)].map(([, name = '']) => name),
  );
  return declared.filter((name) => !list.includes(`  ${name},`));
}

/** Folders that ask the declarations in src/contract/writes what a kind of write is. */
const ASKS_DECLARATIONS = /^src\/app\/(?:outbox|reads|sync-center|printing)\//;

/** Returns kinds of write that these folders name: as text, by their constants, or by the file that declares them. */
export function namedWrites(files: readonly SourceFile[], names: readonly string[]): string[] {
  const kinds = new Set(names);
  const constants = new RegExp(
    `\\b(?:${names.map((name) => name.toUpperCase().replaceAll('-', '_')).join('|')})\\b`,
    'g',
  );
  const declarations = new Set(names.map((name) => `#contract/writes/${name}.ts`));
  return files
    .filter(({ path }) => ASKS_DECLARATIONS.test(path))
    .flatMap((file) =>
      [
        ...stringsIn(file).filter((text) => kinds.has(text)),
        ...(file.text.match(constants) ?? []),
        ...file.imports.filter((specifier) => declarations.has(specifier)),
      ].map((named) => `${file.path}: ${named}`),
    );
}

/** Its indexes are over fields, some of which have the name of the resource that they refer to. */
const INDEXES = 'src/app/outbox/store/outbox-db.ts';

/** Words that a resource shares: a field whose name is shown, a key, an attribute, a type of movement. */
function isOtherWord(node: ts.StringLiteralLike): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return /^names?In$/.test(parent.expression.getText());
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  const holder = ts.isAsExpression(parent) ? parent.parent : parent;
  if (ts.isPropertyAssignment(holder)) return holder.name.getText() === 'type';
  return ts.isJsxAttribute(parent) || ts.isIndexedAccessTypeNode(parent.parent);
}

export function namedResources(files: readonly SourceFile[], names: readonly string[]): string[] {
  const resources = new Set(names);
  return files
    .filter(({ path }) => ASKS_DECLARATIONS.test(path) && path !== INDEXES)
    .flatMap((file) =>
      nodesIn(file, ts.isImportDeclaration).flatMap((node) =>
        ts.isStringLiteralLike(node) && resources.has(node.text) && !isOtherWord(node)
          ? [`${file.path}: ${node.text}`]
          : [],
      ),
    );
}

/** A day that is worked out from an instant, or asked of the clock of the process or the database. */
const OTHER_DAY =
  /\.getUTC\w+\(|\.get(?:FullYear|Month|Date|Day|Hours)\(|\butcDay\(|toISOString\(\)\.(?:slice|split|substring)|\bcurrent_date\b|\bnow\(\)(?: at time zone '\w+'\))?::date|at time zone[^`;]*::date|from 'date-fns/gi;

/** Files that decide which day it is, and those whose days are not the branch's. */
const daysAreTheirs: Readonly<Record<string, string>> = {
  'src/contract/days.ts': 'the function of both sides',
  'src/server/db/branch-scope.ts': 'the day of a record whose own day is cleared, beside it in SQL',
  'src/server/accounts/daily-mail-recipients.ts': 'the days of all branches at once, in SQL',
  'src/server/backups/backup-service.ts': 'the night of the machine',
  'src/app/fields/calendar.tsx': 'dates of the package that draws the calendar',
};

/** Returns ways to a day besides those of `#contract/days.ts` (decision 173). */
export function otherDays(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !(path in daysAreTheirs))
    .flatMap(({ path, text }) => (text.match(OTHER_DAY) ?? []).map((way) => `${path}: ${way}`));
}
