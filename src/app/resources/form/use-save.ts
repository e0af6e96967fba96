import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SAVED_OFFLINE_MESSAGE } from '#app/lib/messages.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { notify } from '#app/ui/toast/notify.ts';
import type { Draft, FormDefinition, Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { type FormContextValue, writesResourceItself } from './form-setting.ts';
import { rememberChoices } from './recent-choices.ts';
import { showServerErrors } from './show-server-errors.ts';
import type { Values } from './values.ts';

/** Describes a record after its form was saved. */
export interface SavedRecord {
  readonly record: RecordRow;
  /** True while it is pending on this device. */
  readonly kept: boolean;
}

interface SaveFacts extends FormContextValue {
  readonly form: UseFormReturn<Values, unknown, Draft>;
  /** The reopened mutation that this one replaces. */
  readonly takenBack: Mutation | undefined;
  /** Predicts the values that the server will compute for a body. */
  readonly expect: ((body: Draft) => Draft | undefined) | undefined;
  /** Tells whether the user must confirm first; the reason is then shown. */
  readonly holdsBack: (body: Draft) => Promise<boolean>;
  readonly onDone: (done: SavedRecord) => void;
}

/** Returns the success message: "Student Mona Adel saved", "Installment of L.E. 500.00 saved". */
function savedLine(resource: Resource, facts: FormDefinition, row: Draft): string {
  if (writesResourceItself(resource, facts)) return `${facts.singular} ${resource.titleOf(row)} saved`;
  const amount = readPiastres(row[resource.cash?.field ?? '']);
  return amount === undefined
    ? `${facts.singular} saved`
    : `${facts.singular} of ${formatMoney(amount)} saved`;
}

/** Shows the outcome as a toast, and a second one if the month changed before sending. */
function announce(line: string, outcome: Extract<MutationOutcome, { outcome: 'saved' | 'queued' }>): void {
  if (outcome.outcome === 'queued') {
    notify(SAVED_OFFLINE_MESSAGE, { kind: 'info' });
    return;
  }
  notify(outcome.detail ?? line);
  if (outcome.note) notify(outcome.note, { kind: 'info' });
}

/**
 * Saves a form's body through the outbox, as one mutation however often it is submitted. Only after a
 * rejection does the next attempt get a new mutation id.
 */
export function useSave(facts: SaveFacts): {
  submit: (body: Draft) => Promise<void>;
  problem: string | undefined;
} {
  const { resource, facts: formFacts, record, chosen, form, takenBack, expect, holdsBack, onDone } = facts;
  const [writeId] = useState(() => ({ current: newMutationId() }));
  const busy = useRef(false);
  const [problem, setProblem] = useState<string>();

  const writeOf = (body: Draft): Mutation => ({
    id: writeId.current,
    resource: resource.name,
    kind: record ? 'update' : 'create',
    body: writesResourceItself(resource, formFacts) ? body : { ...body, is_installment: true },
    expected: expect?.(body),
    referenced: chosen,
    ...(record && { recordId: record.id, before: record }),
    ...(takenBack?.recordId !== undefined && { recordId: takenBack.recordId }),
    ...(takenBack?.replaces !== undefined && { replaces: takenBack.replaces }),
  });

  const submit = async (body: Draft) => {
    if (busy.current) return;
    busy.current = true;
    setProblem(undefined);
    try {
      if (await holdsBack(body)) return;
      const write = writeOf(body);
      const outcome = await save(write);
      if (outcome.outcome === 'not-stored') setProblem(outcome.message);
      else if (outcome.outcome === 'rejected') {
        writeId.current = newMutationId();
        setProblem(showServerErrors(form, formFacts, outcome));
      } else {
        const kept = outcome.outcome === 'queued';
        if (!record) rememberChoices(resource, formFacts, body);
        const shown = shownRow(write, outcome);
        announce(savedLine(resource, formFacts, shown), outcome);
        onDone({ record: shown, kept });
      }
    } finally {
      busy.current = false;
    }
  };

  return { submit, problem };
}

/** Returns the record to show: the server's, or the body with its referenced records. */
function shownRow(
  write: Mutation,
  outcome: Extract<MutationOutcome, { outcome: 'saved' | 'queued' }>,
): RecordRow {
  if (outcome.outcome === 'saved' && outcome.record) return outcome.record;
  const references = Object.entries(write.referenced ?? {}).map(([name, row]) => [`${name}_data`, row]);
  return {
    ...write.before,
    ...write.body,
    ...write.expected,
    ...Object.fromEntries(references),
    id: outcome.outcome === 'queued' ? outcome.recordId : (write.recordId ?? ''),
  };
}
