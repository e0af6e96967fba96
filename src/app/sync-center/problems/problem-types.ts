import type { OutboxEntry, QuarantineReason } from '#app/outbox/model/entry.ts';
import { overlayEdit, pendingRecord } from '#app/reads/pending-record.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { fieldProblems, forbidden, hasDependents, otherConflict, otherRejection } from './conflict.ts';
import { parentDeleted, parentDiscarded, recordDeleted } from './missing-record.ts';
import { monthEnded } from './month-ended.ts';
import { outOfStock } from './out-of-stock.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import { overpaid } from './overpaid.ts';
import type { LocalMutation, Problem, ProblemType, RequiredReads, ServerState } from './problem.ts';
import { deductionsExceedSalary, secondSalary } from './salary-conflict.ts';

/** Every problem type, specific before general: the first that matches and is confirmed is shown. */
const problemTypes: readonly ProblemType[] = [
  outcomeUnknown,
  parentDiscarded,
  recordDeleted,
  parentDeleted,
  overpaid,
  outOfStock,
  monthEnded,
  secondSalary,
  deductionsExceedSalary,
  hasDependents,
  otherConflict,
  fieldProblems,
  forbidden,
  otherRejection,
];

const UPDATE_ACTIONS = [{ kind: 'update-app', label: 'Update the app' }] as const;
const APP_TOO_OLD = { title: 'The app is too old for this', columns: [], actions: UPDATE_ACTIONS } as const;

/** The problems of quarantined entries. `depends` has none: its parent needs the user. */
const quarantineProblems: Record<Exclude<QuarantineReason, 'depends'>, Problem> = {
  'newer-version': {
    ...APP_TOO_OLD,
    instruction: 'A newer version of the app made it on this device. Update the app and it goes on its way.',
  },
  'unknown-operation': {
    ...APP_TOO_OLD,
    instruction: 'This version of the app does not know it. Update the app and it goes on its way.',
  },
  unreadable: {
    title: 'This cannot be read',
    instruction:
      'It is kept as it is. Update the app and look again; if it stays so, ask your manager before you discard it.',
    columns: [],
    actions: UPDATE_ACTIONS,
  },
  'other-branch': {
    title: 'It belongs to another branch',
    instruction:
      'Log out in the menu at the top, then sign in at that branch on this device: it is sent from there. Until then it is safe here.',
    columns: [],
    actions: [],
  },
};

/** Returns an entry with its resource and record; undefined for what this build can't read. */
export function localMutationOf(entry: OutboxEntry): LocalMutation | undefined {
  const { resource: name, kind } = entry.operation;
  if (entry.quarantined || !isResourceName(name)) return undefined;
  const resource = resourceOf(name);
  const before = entry.before ?? { id: entry.operation.recordId };
  const record = kind === 'create' ? pendingRecord(resource, entry) : overlayEdit(resource, before, entry);
  return { entry, resource, record };
}

/** Returns the reads that are needed to confirm an entry's problem. */
export function requiredReadsFor(mutation: LocalMutation): RequiredReads {
  const types = problemTypes.filter((type) => type.matches(mutation));
  return Object.assign({}, ...types.reverse().map((type) => type.requiredReads?.(mutation)));
}

/** Returns the problem of an entry that needs the user, with its resolution actions. */
export function problemOf(entry: OutboxEntry, state: ServerState): Problem {
  if (entry.quarantined && entry.quarantined !== 'depends') return quarantineProblems[entry.quarantined];
  const mutation = localMutationOf(entry);
  if (!mutation) return quarantineProblems.unreadable;
  const found = problemTypes.find(
    (type) => type.matches(mutation) && (type.confirm?.(mutation, state) ?? true),
  );
  return (found ?? otherRejection).describe(mutation, state);
}
