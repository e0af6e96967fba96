import { formOf } from '#contract/define-resource.ts';
import { existingRecord, mainRows, serverColumn, targetRead } from './diff.ts';
import type { ProblemType } from './problem.ts';
import { typeMessages } from './type-texts.en.ts';

/** Matches a delete of a payment whose receipt was printed meanwhile: it needs a reason (decision 55). */
export const reasonMissing: ProblemType = {
  name: 'reason missing',
  matches: ({ entry }) =>
    entry.operation.kind === 'delete' && entry.problems.some(({ field }) => field === 'reason'),
  requiredReads: targetRead,
  describe: ({ resource, record }, { target }) => {
    const current = existingRecord(target);
    const kind = formOf(resource, record).singular.toLowerCase();
    return {
      title: typeMessages.reasonMissingTitle,
      instruction: typeMessages.reasonMissing({ kind }),
      columns: current ? [serverColumn(...mainRows(resource, current))] : [],
      actions: [
        { kind: 'give-reason', label: typeMessages.giveReason },
        { kind: 'keep-theirs', label: typeMessages.keepRecord },
      ],
    };
  },
};
