import { IMPORT_CHECK_PATH, IMPORTS_PATH, type ImportTarget, importCheck } from '#contract/imports.ts';
import { createRandom } from '#server/demo/branch-factory.ts';
import type { LoggedOperation } from './operation-log.ts';
import type { Sender } from './sender.ts';

export interface ImporterOptions {
  readonly sender: Sender;
  readonly seed: number;
  readonly isStopped: () => boolean;
}

/** Imports files of students and of what they owe, one after the other, and undoes some, until the run is stopped. */
export async function runImporter({ sender, seed, isStopped }: ImporterOptions): Promise<void> {
  const chance = createRandom(seed);
  /** Checks a file and imports it with what the check has counted, as the page does. */
  const importFile = async (
    target: ImportTarget,
    name: string,
    headings: readonly string[],
    rows: readonly string[],
  ): Promise<LoggedOperation | undefined> => {
    const options = { target, columns: Object.fromEntries(headings.map((heading, at) => [heading, at])) };
    const file = { name, text: `${headings.join()}\n${rows.join('\n')}\n`, options };
    const checked = importCheck.safeParse(await sender.ask(IMPORT_CHECK_PATH, file)).data;
    if (!checked) return undefined;
    const { ready, doubtful, wrong } = checked;
    const chosen = { ...options, expected: { ready, doubtful, wrong } };
    return sender.send('import', 'POST', IMPORTS_PATH, undefined, { ...file, options: chosen });
  };
  /** Undoes an import, if it is known to be there. @returns whether it is known to be undone */
  const undo = async (made: LoggedOperation): Promise<boolean> => {
    if (made.outcome !== 'acknowledged') return false;
    const path = `${IMPORTS_PATH}${String(made.answer?.id)}/`;
    return (await sender.send('import', 'DELETE', path)).outcome === 'acknowledged';
  };
  for (let run = 0; !isStopped(); run++) {
    const names = Array.from({ length: chance.whole(20, 120) }, (_, at) => `Imported ${seed}x${run}x${at}`);
    const people = await importFile('student', `students ${run}.csv`, ['name'], names);
    if (people?.outcome !== 'acknowledged') continue;
    const rows = names.map((name, at) => `${name},R${run}x${at},${100 + at},40`);
    const headings = ['student', 'receipt_number', 'price', 'paid_amount'];
    const debts = await importFile('bus', `debts ${run}.csv`, headings, rows);
    const gone = !debts || (chance.happens(70) && (await undo(debts)));
    if (gone && chance.happens(70)) await undo(people);
  }
}
