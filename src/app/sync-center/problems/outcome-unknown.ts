import { textOf } from '#app/fields/field-control.ts';
import { asOf } from '#app/lib/as-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formOf } from '#contract/define-resource.ts';
import {
  changedFields,
  diffRows,
  enteredRows,
  existingRecord,
  IDENTIFYING,
  localColumn,
  mainRows,
  serverColumn,
  serverColumnText,
  targetRead,
} from './diff.ts';
import type {
  DiffColumn,
  LocalMutation,
  ProblemType,
  RequiredReads,
  ResolutionAction,
  ServerState,
} from './problem.ts';
import { messages } from './texts.en.ts';

/** Offered for comparison. */
const MAX_CANDIDATES = 3;

const sendAgain = (label = messages.sendIfNotThere): ResolutionAction => ({ kind: 'send-again', label });

function requiredReads(mutation: LocalMutation): RequiredReads {
  const { entry, resource, record } = mutation;
  if (entry.operation.kind !== 'create') return targetRead(mutation);
  const references = (['student', 'employee', 'book'] as const).filter(
    (name) => name in resource.fields && textOf(entry.body[name]) !== '',
  );
  const search = {
    ...Object.fromEntries(references.map((name) => [name, textOf(entry.body[name])])),
    ...(resource.installment && { is_installment: record.is_installment === true }),
  };
  return { lists: [{ resource, search: { page: 1, ...search } }] };
}

/** Identifying fields that a record has in common with the request, and all of them. */
function similarity(
  { entry, resource, record }: LocalMutation,
  candidate: RecordRow,
): { same: number; of: number } {
  const { fields } = formOf(resource, record);
  const names = Object.keys(fields).filter(
    (name) => IDENTIFYING.has(fields[name]?.kind ?? '') && textOf(entry.body[name]) !== '',
  );
  const same = names.filter((name) => textOf(candidate[name]) === textOf(entry.body[name])).length;
  return { same, of: names.length };
}

/**
 * At most one identifying field differs. Without records that acknowledged entries of this device created: one record
 * is not the result of two payments.
 */
function candidates(mutation: LocalMutation, state: ServerState): RecordRow[] {
  const listed = state.lists[mutation.resource.name] ?? [];
  return listed
    .filter(({ id }) => !state.acknowledgedIds.has(id))
    .map((record) => ({ record, ...similarity(mutation, record) }))
    .filter(({ same, of }) => same > 0 && same >= of - 1)
    .sort((a, b) => b.same - a.same)
    .slice(0, MAX_CANDIDATES)
    .map(({ record }) => record);
}

const recordedText = (record: RecordRow) => {
  const { created_at } = record;
  return typeof created_at === 'string' ? messages.recordedAt({ at: asOf(created_at) }) : '';
};

function compareCreate(
  mutation: LocalMutation,
  state: ServerState,
): { column: DiffColumn; actions: ResolutionAction[] } {
  const { resource } = mutation;
  const found = candidates(mutation, state);
  const wasRead = state.lists[resource.name] !== undefined;
  if (found.length === 0)
    return {
      column: serverColumnText(wasRead ? messages.nothingLikeIt : messages.newestUnreadable),
      actions: [sendAgain()],
    };
  const markActions = found.map((record): ResolutionAction => {
    const label =
      found.length === 1
        ? messages.markThere
        : messages.markThereRecorded({ recorded: recordedText(record) });
    return { kind: 'mark-as-done', label, record };
  });
  const column: DiffColumn = {
    title: messages.onServerNow,
    groups: found.map((record) => mainRows(resource, record)),
    text: found.map(recordedText).filter(Boolean).join('; '),
  };
  return { column, actions: [...markActions, sendAgain()] };
}

function compareChange(
  mutation: LocalMutation,
  state: ServerState,
): { column: DiffColumn; actions: ResolutionAction[] } {
  const { entry, resource } = mutation;
  const current = existingRecord(state.target);
  if (entry.operation.kind === 'delete') {
    if (state.target === 'deleted')
      return {
        column: serverColumnText(messages.goneColumn),
        actions: [{ kind: 'mark-as-done', label: messages.markGone }],
      };
    return {
      column: serverColumn(...(current ? mainRows(resource, current) : [])),
      actions: [sendAgain(messages.sendIfStillThere)],
    };
  }
  if (!current)
    return {
      column: serverColumnText(messages.recordUnreadable),
      actions: [sendAgain()],
    };
  const names = changedFields(mutation, current);
  if (names.length === 0)
    return {
      column: serverColumn(...diffRows(resource, current, Object.keys(entry.body))),
      actions: [{ kind: 'mark-as-done', label: messages.markThere, record: current }, sendAgain()],
    };
  return {
    column: serverColumn(...diffRows(resource, current, names)),
    actions: [sendAgain(messages.sendIfNotChanged)],
  };
}

/** On a server without idempotency keys the user decides (decision 5). */
export const outcomeUnknown: ProblemType = {
  matches: ({ entry }) => entry.asksPerson,
  requiredReads,
  describe: (mutation, state) => {
    const { entry } = mutation;
    const { column, actions } =
      entry.operation.kind === 'create' ? compareCreate(mutation, state) : compareChange(mutation, state);
    return {
      title: messages.outcomeUnknownTitle,
      instruction: messages.outcomeUnknown,
      columns: [localColumn(...enteredRows(mutation)), column],
      actions,
    };
  },
};
