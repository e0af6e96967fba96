import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { RecordRow } from '#app/data/record-row.ts';
import { newWriteId } from '#app/outbox/ids.ts';
import { save } from '#app/outbox/save.ts';
import type { Outcome, Write } from '#app/outbox/write.ts';
import { notify } from '#app/shell/notify.ts';
import type { Draft, FormFacts, Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { KEPT } from '../messages.ts';
import { type FormSetting, writesItself } from './form-facts.ts';
import { rememberChoices } from './recent-choices.ts';
import { showRefusal } from './show-refusal.ts';
import type { Values } from './values.ts';

/** A record as it is after a form was saved or kept. */
export interface Done {
  readonly record: RecordRow;
  /** True while it only waits on this device. */
  readonly kept: boolean;
}

interface SaveFacts extends FormSetting {
  readonly form: UseFormReturn<Values, unknown, Draft>;
  /** The write that is taken back and put in place again. */
  readonly takenBack: Write | undefined;
  /** What the server will work out for a body, as far as the form knows. */
  readonly expect: ((body: Draft) => Draft | undefined) | undefined;
  /** Whether a person should look again first, and has been told why. */
  readonly holdsBack: (body: Draft) => Promise<boolean>;
  readonly onDone: (done: Done) => void;
}

/** Names what was saved: "Student Mona Adel saved", "Installment of L.E. 500.00 saved". */
function savedLine(resource: Resource, facts: FormFacts, row: Draft): string {
  if (writesItself(resource, facts)) return `${facts.singular} ${resource.titleOf(row)} saved`;
  const amount = readPiastres(row[resource.cash?.field ?? '']);
  return amount === undefined
    ? `${facts.singular} saved`
    : `${facts.singular} of ${formatMoney(amount)} saved`;
}

/** Says what became of it; a change of month between making and sending is said as well. */
function announce(line: string, outcome: Extract<Outcome, { outcome: 'saved' | 'kept' }>): void {
  if (outcome.outcome === 'kept') {
    notify(KEPT, { kind: 'info' });
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
  const [writeId] = useState(() => ({ current: newWriteId() }));
  const busy = useRef(false);
  const [problem, setProblem] = useState<string>();

  const writeOf = (body: Draft): Write => ({
    id: writeId.current,
    resource: resource.name,
    kind: record ? 'update' : 'create',
    body: writesItself(resource, formFacts) ? body : { ...body, is_installment: true },
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
        writeId.current = newWriteId();
        setProblem(showRefusal(form, formFacts, outcome));
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
function shownRow(write: Write, outcome: Extract<Outcome, { outcome: 'saved' | 'kept' }>): RecordRow {
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
