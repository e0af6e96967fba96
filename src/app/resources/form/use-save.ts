import { type RefObject, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { type Draft, type FormDefinition, nameOf, type Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { type FormContextValue, writesResourceItself } from './form-context.ts';
import { messages } from './messages.ts';
import { rememberChoices } from './recent-choices.ts';
import { showServerErrors } from './show-server-errors.ts';
import type { Values } from './values.ts';

/** Describes a record after its form was saved. */
export interface SavedRecord {
  readonly record: RecordRow;
  /** True while it is pending on this device. */
  readonly pending: boolean;
}

interface SaveOptions extends FormContextValue {
  readonly form: UseFormReturn<Values, unknown, Draft>;
  /** The reopened mutation that this one replaces. */
  readonly reopened: Mutation | undefined;
  /** Predicts the values that the server will compute for a body. */
  readonly predict: ((body: Draft) => Draft | undefined) | undefined;
  /** Tells whether the user must confirm first; the reason is then shown. */
  readonly shouldConfirm: (body: Draft) => Promise<boolean>;
  /** Returns the record that a change is made upon. */
  readonly madeUpon: () => RecordRow | undefined;
  /** Takes the record of a refusal that says that it changed meanwhile. */
  readonly onAnswered: (current: RecordRow) => void;
  /** Receives the ids under which this form was saved. */
  readonly ownIds: RefObject<Set<string>>;
  readonly onDone: (done: SavedRecord) => void;
}

/** Returns the success message: "Student saved: Mona Adel.", "Installment saved: L.E. 500.00." */
function savedMessage(resource: Resource, definition: FormDefinition, record: Draft): string {
  if (writesResourceItself(resource, definition)) return messages.savedRecord(nameOf(resource, record));
  const kind = definition.singular;
  const amount = readPiastres(record[resource.cash?.field ?? '']);
  return amount === undefined
    ? messages.saved({ kind })
    : messages.savedAmount({ kind, amount: formatMoney(amount) });
}

/** Shows the outcome as a toast, and a second one if the month changed. */
function showOutcome(
  message: string,
  outcome: Extract<MutationOutcome, { outcome: 'saved' | 'queued' }>,
): void {
  if (outcome.outcome === 'queued') {
    notify(appMessages.savedOffline, { kind: 'info' });
    return;
  }
  notify(outcome.detail ?? message);
  if (outcome.note) notify(outcome.note, { kind: 'info' });
}

/**
 * Saves a form's body through the outbox, as one mutation however often it is submitted. Only after a
 * rejection does the next attempt get a new mutation id.
 */
export function useSave(options: SaveOptions): {
  submit: (body: Draft) => Promise<void>;
  problem: string | undefined;
} {
  const { resource, definition, record, chosen, form, reopened, predict, shouldConfirm, onDone } = options;
  const [mutationId] = useState(() => ({ current: newMutationId() }));
  const submitting = useRef(false);
  const [problem, setProblem] = useState<string>();

  const mutationFor = (body: Draft): Mutation => ({
    id: mutationId.current,
    resource: resource.name,
    kind: record ? 'update' : 'create',
    body: writesResourceItself(resource, definition) ? body : { ...body, is_installment: true },
    expected: predict?.(body),
    referenced: chosen,
    ...(record && { recordId: record.id, before: options.madeUpon() ?? record }),
    ...(reopened?.recordId !== undefined && { recordId: reopened.recordId }),
    ...(reopened?.replaces !== undefined && { replaces: reopened.replaces }),
  });

  const submit = async (body: Draft) => {
    if (submitting.current) return;
    submitting.current = true;
    setProblem(undefined);
    try {
      if (await shouldConfirm(body)) return;
      const mutation = mutationFor(body);
      options.ownIds.current.add(mutation.id);
      const outcome = await save(mutation);
      if (outcome.outcome === 'not-stored') setProblem(outcome.message);
      else if (outcome.outcome === 'rejected') {
        mutationId.current = newMutationId();
        if (outcome.changedMeanwhile) options.onAnswered(outcome.changedMeanwhile.current);
        setProblem(showServerErrors(form, definition, outcome));
      } else {
        const pending = outcome.outcome === 'queued';
        if (!record) rememberChoices(resource, definition, body);
        const saved = recordToShow(mutation, outcome);
        showOutcome(savedMessage(resource, definition, saved), outcome);
        onDone({ record: saved, pending });
      }
    } finally {
      submitting.current = false;
    }
  };

  return { submit, problem };
}

/** Returns the record to show: the server's, or the body with its referenced records. */
function recordToShow(
  mutation: Mutation,
  outcome: Extract<MutationOutcome, { outcome: 'saved' | 'queued' }>,
): RecordRow {
  if (outcome.outcome === 'saved' && outcome.record) return outcome.record;
  const references = Object.entries(mutation.referenced ?? {}).map(([name, record]) => [
    `${name}_data`,
    record,
  ]);
  return {
    ...mutation.before,
    ...mutation.body,
    ...mutation.expected,
    ...Object.fromEntries(references),
    id: outcome.outcome === 'queued' ? outcome.recordId : (mutation.recordId ?? ''),
  };
}
