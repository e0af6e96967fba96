import type { Mutant } from './mutants.ts';

/** Numbers of these mutants are this and the number of their decision: they guard rules, no faults of the line. */
const DECISION = 1_000;

const server = (path: string) => `src/server/${path}`;
const test = (name: string) => `tests/server/api/${name}.test.ts`;
const countDrawer = 'src/server/db/migrations/0001-baseline.sql';
const undoImport = server('imports/run-import.ts');
const takenBack = 'are taken back as a whole';
const onceForOneKey = 'is made once for one key';
const isUndone = 'is undone with everything as it was';
const refusesMerge = 'refuses the same student';
const recordPrint = server('receipts/receipts.ts');

const guard = (
  decision: number,
  guards: string,
  [file, title]: readonly [string, string],
  [path, snippet, replacement]: readonly [string, string, string],
): Mutant => ({
  fault: DECISION + decision,
  guards,
  test: title,
  file: test(file),
  replacements: [[path, snippet, replacement]],
});

/** Lists the mutants of rules of the desk: receipts, drawer closes, imports and merges. */
export const deskMutants: readonly Mutant[] = [
  guard(
    52,
    'each print of a receipt has the next copy number',
    ['receipts', 'are counted, the same key once'],
    [recordPrint, 'coalesce(max(copy), 0) + 1', '1'],
  ),
  guard(
    52,
    'a print is not dated later than it arrived',
    ['receipts', 'keep the time of the device'],
    [recordPrint, 'said > scope.now ? scope.now : said', 'said'],
  ),
  guard(
    54,
    'a count names the close that it was counted after',
    ['closes', onceForOneKey],
    [countDrawer, 'if knows_last and it.previous_id', 'if false and it.previous_id'],
  ),
  guard(
    54,
    'a close with a difference waits for its reason',
    ['closes', 'does not tell staff what is expected'],
    [countDrawer, 'when expected = it.counted or it.reason is not null then', 'when true then'],
  ),
  guard(
    54,
    'what stays in the drawer is the float of the next close',
    ['closes', 'expects what was received by kind'],
    [countDrawer, 'it.float + coalesce(sum(total), 0)', 'coalesce(sum(total), 0)'],
  ),
  guard(
    54,
    'a close takes the lines of its own user only',
    ['closes', 'is shown to its person and to managers alone'],
    [
      countDrawer,
      'and user_id = it.user_id and close_id is null and amount <> 0',
      'and close_id is null and amount <> 0',
    ],
  ),
  guard(
    141,
    'the same count of a period in which nothing moved is refused',
    ['closes', '77 is not made again'],
    [countDrawer, 'if it.counted = last.counted and', 'if false and'],
  ),
  guard(
    141,
    'a second count keeps the first',
    ['closes', 'is not counted again after ten minutes'],
    [countDrawer, 'and new.earlier_counts - (-1) = old.earlier_counts', 'or true'],
  ),
  guard(
    56,
    'an import stays when one of its records was changed',
    ['imports', takenBack],
    [
      undoImport,
      'if (count > 0) throw conflict(messages.importTouched',
      'if (count < 0) throw conflict(messages.importTouched',
    ],
  ),
  guard(
    56,
    'an import stays when something hangs on its students',
    ['imports', takenBack],
    [
      undoImport,
      'if (count > 0) throw conflict(messages.importUsed',
      'if (count < 0) throw conflict(messages.importUsed',
    ],
  ),
  guard(
    106,
    'a merge is undone only while nothing was written since',
    ['student-merges', isUndone],
    [server('merges/merges.ts'), 'if (!merge.isUnchanged) throw conflict(messages.mergeNotUndoable);', ''],
  ),
  guard(
    106,
    'an undo brings the merges back that were before it',
    ['student-merges', isUndone],
    [server('merges/merges.ts'), 'if (moved.merges.length > 0)', 'if (moved.merges.length < 0)'],
  ),
  guard(
    106,
    'a merge is made of the versions that were compared',
    ['student-merges', refusesMerge],
    [server('merges/merges.ts'), 'assertVersion(before, versionOf(version));', ''],
  ),
];
