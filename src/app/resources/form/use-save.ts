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

/** A record as it is after a form was saved or kept. */
export interface SavedRecord {
  readonly record: RecordRow;
  /** True while it only waits on this device. */
  readonly kept: boolean;
}

interface SaveFacts extends FormContextValue {
  readonly form: UseFormReturn<Values, unknown, Draft>;
  /** The write that is taken back and put in place again. */
  readonly takenBack: Mutation | undefined;
  /** What the server will work out for a body, as far as the form knows. */
  readonly expect: ((body: Draft) => Draft | undefined) | undefined;
  /** Whether a person should look again first, and has been told why. */
  readonly holdsBack: (body: Draft) => Promise<boolean>;
  readonly onDone: (done: SavedRecord) => void;
}

/** Names what was saved: "Student Mona Adel saved", "Installment of L.E. 500.00 saved". */
function savedLine(resource: Resource, facts: FormDefinition, row: Draft): string {
  if (writesResourceItself(resource, facts)) return `${facts.singular} ${resource.titleOf(row)} saved`;
  const amount = readPiastres(row[resource.cash?.field ?? '']);
  return amount === undefined
    ? `${facts.singular} saved`
    : `${facts.singular} of ${formatMoney(amount)} saved`;
}

/** Says what became of it; a change of month between making and sending is said as well. */
function announce(line: string, outcome: Extract<MutationOutcome, { outcome: 'saved' | 'kept' }>): void {
  if (outcome.outcome === 'kept') {
    notify(SAVED_OFFLINE_MESSAGE, { kind: 'info' });
    return;
  }
  notify(outcome.detail ?? line);
  if (outcome.note) notify(outcome.note, { kind: 'info' });
}

/**
 * Saves a form's body through the outbox: one write for one opened form, however often it is tapped.
 * Only after a refusal is the next try another write.
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
      else if (outcome.outcome === 'refused') {
        writeId.current = newMutationId();
        setProblem(showServerErrors(form, formFacts, outcome));
      } else {
        const kept = outcome.outcome === 'kept';
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

/** The record as it can be shown now: the server's row, or the body with what it refers to. */
function shownRow(
  write: Mutation,
  outcome: Extract<MutationOutcome, { outcome: 'saved' | 'kept' }>,
): RecordRow {
  if (outcome.outcome === 'saved' && outcome.record) return outcome.record;
  const references = Object.entries(write.referenced ?? {}).map(([name, row]) => [`${name}_data`, row]);
  return {
    ...write.before,
    ...write.body,
    ...write.expected,
    ...Object.fromEntries(references),
    id: outcome.outcome === 'kept' ? outcome.recordId : (write.recordId ?? ''),
  };
}
