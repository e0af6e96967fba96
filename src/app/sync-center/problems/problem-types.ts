import type { OutboxEntry, QuarantineReason } from '#app/outbox/model/entry.ts';
import { editedRecord, pendingRecord } from '#app/reads/pending-record.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { conflict, fieldProblems, forbidden, hasDependents, otherRejection } from './conflict.ts';
import { parentDeleted, parentDiscarded, recordDeleted } from './missing-record.ts';
import { monthEnded } from './month-ended.ts';
import { outOfStock } from './out-of-stock.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import { overpaid } from './overpaid.ts';
import type { LocalMutation, Problem, ProblemType, RequiredReads, ServerState } from './problem.ts';
import { deductionsOver, secondSalary } from './salary-conflict.ts';

/** Every kind of trouble, the particular before the general: the first that is so is shown. */
const troubleKinds: readonly ProblemType[] = [
  outcomeUnknown,
  parentDiscarded,
  recordDeleted,
  parentDeleted,
  overpaid,
  outOfStock,
  monthEnded,
  secondSalary,
  deductionsOver,
  hasDependents,
  conflict,
  fieldProblems,
  forbidden,
  otherRejection,
];

const UPDATE = [{ kind: 'update', label: 'Update the app' }] as const;
const NEWER = { title: 'The app is too old for this', sides: [], ways: UPDATE } as const;

/** What this build must not or can't send, for its reason. `depends` is no trouble of its own: its parent needs the person. */
const setAside: Record<Exclude<QuarantineReason, 'depends'>, Problem> = {
  'newer-version': {
    ...NEWER,
    todo: 'A newer version of the app made it on this device. Update the app and it goes on its way.',
  },
  'unknown-operation': {
    ...NEWER,
    todo: 'This version of the app does not know it. Update the app and it goes on its way.',
  },
  unreadable: {
    title: 'This cannot be read',
    todo: 'It is kept as it is. Update the app and look again; if it stays so, ask your manager before you discard it.',
    sides: [],
    ways: UPDATE,
  },
  'other-branch': {
    title: 'It belongs to another branch',
    todo: 'Log out in the menu at the top, then sign in at that branch on this device: it is sent from there. Until then it is safe here.',
    sides: [],
    ways: [],
  },
};

/** A row as troubles look at it; undefined for what this build can't read. */
export function localMutationOf(row: OutboxEntry): LocalMutation | undefined {
  const { resource: name, kind } = row.operation;
  if (row.parked || !isResourceName(name)) return undefined;
  const resource = resourceOf(name);
  const before = row.before ?? { id: row.operation.recordId };
  const record = kind === 'create' ? pendingRecord(resource, row) : editedRecord(resource, before, row);
  return { row, resource, record };
}

/** What must be read to tell what is the matter with a row. */
export function requiredReadsFor(asked: LocalMutation): RequiredReads {
  const kinds = troubleKinds.filter((kind) => kind.is(asked));
  return Object.assign({}, ...kinds.reverse().map((kind) => kind.looks?.(asked)));
}

/** What is the matter with a row that needs a person, and what can be done. */
export function problemOf(row: OutboxEntry, ground: ServerState): Problem {
  if (row.parked && row.parked !== 'depends') return setAside[row.parked];
  const asked = localMutationOf(row);
  if (!asked) return setAside.unreadable;
  const kind =
    troubleKinds.find((one) => one.is(asked) && (one.holds?.(asked, ground) ?? true)) ?? otherRejection;
  return kind.tells(asked, ground);
}
