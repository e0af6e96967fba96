import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import type { MutationIds } from '#app/kept-input/form-input.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { usePricing } from '#app/reads/pricing.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { type Draft, type FormDefinition, nameOf, type Resource } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import { isAboveLimit } from '#contract/rules/discounts.ts';
import {
  type Form,
  type FormContextValue,
  type OwnWrite,
  SERVER_ERROR_TYPE,
  writesResourceItself,
} from './form-context.ts';
import type { KeptInputControl } from './kept-input.tsx';
import { rememberChoices } from './recent-choices.tsx';
import { messages } from './texts.en.ts';

/** Focuses the first field with an error. Returns the message for errors of no field of this form. */
function showServerErrors(
  form: Pick<Form, 'setError'>,
  definition: FormDefinition,
  rejection: { readonly detail?: string; readonly fields: readonly FieldProblem[] },
  write: OwnWrite | undefined,
): string | undefined {
  const fieldOf =
    write?.fieldOf ?? ((refused: string) => (refused in definition.fields ? refused : undefined));
  const fieldErrors = rejection.fields.flatMap(({ field, message }) => {
    const name = fieldOf(field);
    return name === undefined ? [] : [{ name, message }];
  });
  const others = rejection.fields.filter(({ field }) => fieldOf(field) === undefined);
  for (const [index, { name, message }] of fieldErrors.entries()) {
    form.setError(name, { type: SERVER_ERROR_TYPE, message }, { shouldFocus: index === 0 });
  }
  const summary = [rejection.detail, ...others.map(({ message }) => message)].filter(Boolean).join(' ');
  if (summary !== '') return summary;
  return fieldErrors.length > 0 ? undefined : messages.refused;
}

/**
 * True while the outbox still applies the values that this form has saved.
 * @param enabled false for a new record
 */
export function useIsSaving(ids: RefObject<ReadonlySet<string>>, enabled: boolean): boolean {
  const { rows } = useOutboxView(enabled);
  if (ids.current.size === 0) return false;
  return rows.some(
    ({ id, merged, state }) => state !== 'rejected' && [id, ...merged].some((one) => ids.current.has(one)),
  );
}

interface SavedRecord {
  readonly record: RecordRow;
  /** As it was entered: the record may be another one, such as the enrolment that a student left. */
  readonly body: Draft;
  readonly pending: boolean;
  readonly note: string | undefined;
}

export interface SavedForm extends SavedRecord {
  readonly goesOn: boolean;
}

interface SaveOptions extends FormContextValue {
  readonly ids: RefObject<MutationIds>;
  readonly kept: KeptInputControl;
  readonly form: Form;
  readonly reopened: Mutation | undefined;
  readonly predict: ((body: Draft) => Draft | undefined) | undefined;
  readonly lacks: ((body: Draft) => Permission | undefined) | undefined;
  readonly shouldConfirm: (body: Draft) => Promise<boolean>;
  readonly madeUpon: () => RecordRow | undefined;
  readonly onAnswered: (current: RecordRow) => void;
  readonly ownIds: RefObject<Set<string>>;
  readonly onDone: (done: SavedRecord) => void;
}

function savedMessage(resource: Resource, definition: FormDefinition, record: Draft): string {
  if (writesResourceItself(resource, definition)) return messages.savedRecord(nameOf(resource, record));
  const kind = definition.singular;
  const amount = readPiastres(record[resource.cash?.field ?? '']);
  return amount === undefined
    ? messages.saved({ kind })
    : messages.savedAmount({ kind, amount: formatMoney(amount) });
}

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

function refusedMessage({ resource, definition, chosen, write }: FormContextValue, body: Draft): string {
  const names = Object.entries(chosen).map(([name, record]) => [`${name}_data`, record]);
  if (writesResourceItself(resource, definition))
    return messages.refusedAfterLeaving(nameOf(resource, { ...body, ...Object.fromEntries(names) }));
  const title = write?.title ?? resource.titleOf(chosen.related_record ?? {});
  return messages.refusedAfterLeaving({ kind: definition.singular, title });
}

interface Problem {
  readonly message: string | undefined;
  readonly onShown?: () => Promise<void>;
}

/**
 * One mutation, however often it is submitted; a rejection begins a new one. A form that was left changes no screen
 * (faults 58 and 59).
 */
export function useSave(options: SaveOptions): {
  submit: (body: Draft) => Promise<void>;
  problem: string | undefined;
  sending: boolean;
} {
  const { resource, definition, record, chosen, form, reopened, predict, shouldConfirm, onDone } = options;
  const { ids, kept } = options;
  const [owner] = useState(currentOwner);
  const submitting = useRef(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  // Effects run in a mounted form only: a rejection counts as shown once it is on the screen.
  useEffect(() => void problem?.onShown?.(), [problem]);

  const limit = usePricing();
  const needsFor = (body: Draft) => {
    const isOwn = writesResourceItself(resource, definition) && resource.cash?.discount !== undefined;
    return isOwn && isAboveLimit(limit, resource.name, { ...record, ...body }, record)
      ? 'discounts.any'
      : undefined;
  };
  const mutationFor = (body: Draft): Mutation => ({
    id: ids.current.current,
    rejectedIds: ids.current.rejected,
    resource: resource.name,
    kind: record ? 'update' : 'create',
    body: writesResourceItself(resource, definition) ? body : { ...body, is_installment: true },
    expected: predict?.(body),
    referenced: chosen,
    needs: options.lacks?.(body) ?? needsFor(body),
    ...options.write?.toMutation(body, { values: form.getValues(), chosen }),
    ...(record && { recordId: record.id, before: options.madeUpon() ?? record }),
    ...(reopened?.recordId !== undefined && { recordId: reopened.recordId }),
    ...(reopened?.replaces !== undefined && { replaces: reopened.replaces }),
  });

  const showRejection = (outcome: Extract<MutationOutcome, { outcome: 'rejected' }>) => {
    const { current, rejected } = ids.current;
    ids.current = { current: newMutationId(), rejected: [...rejected, current] };
    if (outcome.changedMeanwhile) options.onAnswered(outcome.changedMeanwhile.current);
    setProblem({
      message: showServerErrors(form, definition, outcome, options.write),
      // Kept input first: at any moment the input is in it or in the outbox.
      onShown: () => {
        kept.write();
        return outcome.confirmShown();
      },
    });
    options.write?.onRefused?.();
  };
  const tellElsewhere = (body: Draft, outcome: MutationOutcome) => {
    if (outcome.outcome === 'not-stored')
      notify(messages.notStoredAfterLeaving({ reason: outcome.message }), { kind: 'error' });
    if (outcome.outcome !== 'rejected') return;
    kept.finish();
    notify(refusedMessage(options, body), { kind: 'error' });
  };

  const submit = async (body: Draft) => {
    if (submitting.current) return;
    submitting.current = true;
    setProblem(undefined);
    try {
      // Left during the question: nothing is saved yet, as the leave dialog said.
      if ((await shouldConfirm(body)) || !mounted.current) return;
      const current = currentOwner();
      if (owner && current && ownerKey(owner) !== ownerKey(current)) {
        setProblem({ message: messages.otherUser });
        return;
      }
      const mutation = mutationFor(body);
      options.ownIds.current.add(mutation.id);
      setSending(true);
      const outcome = await (options.write?.save ?? save)(mutation);
      if (outcome.outcome === 'saved' || outcome.outcome === 'queued') {
        const pending = outcome.outcome === 'queued';
        if (!record) rememberChoices(resource, definition, body);
        const saved = recordToShow(mutation, outcome);
        kept.finish();
        const { note } = outcome.outcome === 'saved' ? outcome : {};
        if (!options.write?.hasOwnOutcome || !mounted.current)
          showOutcome(options.write?.savedText ?? savedMessage(resource, definition, saved), outcome);
        if (mounted.current) onDone({ record: saved, body, pending, note });
      } else if (!mounted.current) tellElsewhere(body, outcome);
      else if (outcome.outcome === 'not-stored') setProblem({ message: outcome.message });
      else showRejection(outcome);
    } finally {
      submitting.current = false;
      setSending(false);
    }
  };

  return { submit, problem: problem?.message, sending };
}

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
