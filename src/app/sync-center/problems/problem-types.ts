import type { OutboxEntry, QuarantineReason } from '#app/outbox/model/entry.ts';
import { overlayEdit, pendingRecord } from '#app/reads/with-pending.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { formlessProblem, lostInRestore } from './delivery.ts';
import { linesProblem, linesReads } from './lines.ts';
import { parentDeleted, parentDiscarded, recordDeleted } from './missing-record.ts';
import { goingBackProblem, paidForRead, refundTooHigh } from './money-back.ts';
import { monthEnded } from './month-ended.ts';
import { outOfStock } from './out-of-stock.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import { overpaid } from './overpaid.ts';
import type {
  LocalMutation,
  Problem,
  ProblemType,
  RequiredReads,
  ResolutionAction,
  ServerState,
} from './problem.ts';
import {
  fieldProblems,
  forbidden,
  hasDependents,
  otherConflict,
  otherRejection,
  reasonMissing,
} from './refusal.ts';
import { deductionsExceedSalary, secondSalary } from './salary-conflict.ts';
import { messages } from './texts.en.ts';

/** Specific before general: the first that matches and is confirmed is shown. */
const problemTypes: readonly ProblemType[] = [
  lostInRestore,
  outcomeUnknown,
  parentDiscarded,
  recordDeleted,
  parentDeleted,
  changedMeanwhile,
  refundTooHigh,
  overpaid,
  outOfStock,
  monthEnded,
  secondSalary,
  deductionsExceedSalary,
  hasDependents,
  reasonMissing,
  otherConflict,
  fieldProblems,
  forbidden,
  otherRejection,
];

/** `waiting-on-parent` has none: its parent needs the user. */
const quarantineKeys = {
  'newer-version': { title: 'appTooOld', instruction: 'newerVersion' },
  'unknown-operation': { title: 'appTooOld', instruction: 'unknownOperation' },
  unreadable: { title: 'unreadableTitle', instruction: 'unreadable' },
  'other-branch': { title: 'otherBranchTitle', instruction: 'otherBranch' },
  encrypted: { title: 'encryptedTitle', instruction: 'encrypted' },
} as const satisfies Record<
  Exclude<QuarantineReason, 'waiting-on-parent'>,
  Record<string, keyof typeof messages>
>;

/** An update of the app helps entries that a build made. */
function quarantineProblem(reason: keyof typeof quarantineKeys): Problem {
  const { title, instruction } = quarantineKeys[reason];
  return {
    title: messages[title],
    instruction: messages[instruction],
    columns: [],
    actions:
      reason === 'other-branch' || reason === 'encrypted'
        ? []
        : [{ kind: 'update-app', label: messages.updateApp }],
  };
}

/** Undefined for entries that this build can't read. */
export function localMutationOf(entry: OutboxEntry): LocalMutation | undefined {
  const { resource: name, kind } = entry.operation;
  if (entry.quarantined || !isResourceName(name)) return undefined;
  const resource = resourceOf(name);
  const before = entry.before ?? { id: entry.operation.recordId };
  const record = kind === 'create' ? pendingRecord(resource, entry) : overlayEdit(resource, before, entry);
  return { entry, resource, record };
}

export function requiredReadsFor(entry: OutboxEntry): RequiredReads {
  const write = writeOf(entry.operation.resource);
  if (write?.lines) return linesReads(entry);
  if (write?.goesBack) return paidForRead(entry);
  const mutation = localMutationOf(entry);
  if (!mutation) return {};
  const types = problemTypes.filter((type) => type.matches(mutation));
  return Object.assign({}, ...types.reverse().map((type) => type.requiredReads?.(mutation)));
}

/** They would make another write, under another key. */
const rewrites = new Set<ResolutionAction['kind']>(['edit', 'replace', 'give-reason']);

/** The entry may be recorded already: it can be sent again as it is, and not changed. */
function unchangeable(problem: Problem): Problem {
  const kept = problem.actions.filter(({ kind }) => !rewrites.has(kind));
  const asks = kept.some(({ kind }) => kind === 'send-again');
  const { recommendsDiscard: _, ...rest } = problem;
  const actions: readonly ResolutionAction[] = asks ? kept : [{ kind: 'send-again' }, ...kept];
  return { ...rest, instruction: messages.mayBeRecorded, actions };
}

export function problemOf(entry: OutboxEntry, state: ServerState): Problem {
  const problem = describedProblem(entry, state);
  return entry.state === 'rejected' && entry.uncertain ? unchangeable(problem) : problem;
}

function describedProblem(entry: OutboxEntry, state: ServerState): Problem {
  if (entry.quarantined && entry.quarantined !== 'waiting-on-parent')
    return quarantineProblem(entry.quarantined);
  const write = writeOf(entry.operation.resource);
  if (write?.lines) return linesProblem(entry, write, state);
  if (write?.goesBack) return goingBackProblem(entry, write, state);
  if (write) return formlessProblem(entry, write);
  const mutation = localMutationOf(entry);
  if (!mutation) return quarantineProblem('unreadable');
  const found = problemTypes.find(
    (type) => type.matches(mutation) && (type.confirm?.(mutation, state) ?? true),
  );
  return (found ?? otherRejection).describe(mutation, state);
}
