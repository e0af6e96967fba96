import { type RefObject, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormDraft, MutationIds } from '#app/drafts/form-draft.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import type { Draft } from '#contract/define-resource.ts';
import { type FormContextValue, writesResourceItself } from './form-context.ts';
import { type DraftControl, type DraftState, useStoredDraft } from './use-stored-draft.ts';
import { sameValues, type Values } from './values.ts';

interface DraftOptions extends FormContextValue {
  readonly form: UseFormReturn<Values, unknown, Draft>;
  /** The mutation of a reopened entry. */
  readonly reopened: Mutation | undefined;
  readonly madeUpon: () => RecordRow | undefined;
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<DraftControl | undefined> | undefined;
  readonly onResume: (draft: FormDraft) => void;
  /** Empties the form of a resumed draft. */
  readonly onStartAnew: () => void;
}

const NOTHING = { values: {}, initial: {} };

/** Returns the name of a form: that of a reopened entry, of one record, or of new records of a kind. */
function nameOf({ resource, definition, own, reopened }: DraftOptions): string {
  const kind = writesResourceItself(resource, definition) ? resource.name : `${resource.name} installment`;
  if (reopened?.replaces !== undefined) return `${kind} entry ${reopened.replaces}`;
  return `${kind} ${own ?? 'new'}`;
}

/** Returns the names under which a form's drafts may be stored: its record may have had a temporary id. */
function namesOf(options: DraftOptions): string[] {
  const earlier = [...outboxView().ids].flatMap(([temporary, id]) =>
    id === options.own ? [nameOf({ ...options, own: temporary })] : [],
  );
  return [nameOf(options), ...earlier];
}

/** Returns what a draft is about: the record's title, or that of the enrolment which is paid for. */
function titleOf({ resource, definition, chosen }: DraftOptions, typed: Values): string {
  if (!writesResourceItself(resource, definition))
    return chosen.related_record ? resource.titleOf(chosen.related_record) : '';
  const names = Object.entries(chosen).map(([name, record]) => [`${name}_data`, record]);
  return resource.titleOf({ ...typed, ...Object.fromEntries(names) });
}

/**
 * Keeps what is typed on the device for its owner, and offers what was typed and not saved before. It
 * survives a crash, a reload and the end of the session (faults 65 and 66).
 */
export function useDraft(options: DraftOptions): DraftState {
  const { form, ids, control } = options;
  /** What the form shows, and what it would show without any typing. */
  const shown = useRef<{ readonly values: Values; readonly initial: Values }>(NOTHING);
  const { writer, ...draft } = useStoredDraft({
    ids,
    control,
    names: () => namesOf(options),
    content: () => {
      const { values, initial } = shown.current;
      const base = options.madeUpon();
      if (sameValues({ ...initial, ...values }, initial)) return undefined;
      const texts = Object.entries(values).map(([name, value]) => [name, textOf(value)]);
      return {
        form: nameOf(options),
        title: titleOf(options, values),
        values: Object.fromEntries(texts),
        ...(base && { base }),
        referenced: options.chosen,
      };
    },
    onResume: options.onResume,
    onStartAnew: () => {
      options.onStartAnew();
      shown.current = NOTHING;
    },
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: (changed) => {
          shown.current = { values: changed.values, initial: { ...changed.defaultValues } };
          writer.changed();
        },
      }),
    [form, writer],
  );

  return draft;
}
