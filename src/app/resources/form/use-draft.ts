import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { DraftWriter } from '#app/drafts/draft-writer.ts';
import { deleteDraft, draftToOffer } from '#app/drafts/drafts.ts';
import type { FormDraft, MutationIds } from '#app/drafts/form-draft.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import type { Draft } from '#contract/define-resource.ts';
import { type FormContextValue, writesResourceItself } from './form-context.ts';
import { sameValues, type Values } from './values.ts';

/** Controls the draft of an open form from outside of it. */
export interface DraftControl {
  /** Deletes the draft and keeps none any more: the input was saved, or given up. */
  readonly finish: () => void;
  /** Stores the draft now, so that a crash keeps it. */
  readonly write: () => Promise<void>;
}

interface DraftOptions extends FormContextValue {
  readonly form: UseFormReturn<Values, unknown, Draft>;
  /** The mutation of a reopened entry. */
  readonly reopened: Mutation | undefined;
  /** Returns the record that a change is made upon. */
  readonly madeUpon: () => RecordRow | undefined;
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<DraftControl | undefined> | undefined;
  /** Puts a draft into the form. */
  readonly onResume: (draft: FormDraft) => void;
  /** Empties the form of a resumed draft. */
  readonly onStartAnew: () => void;
}

/** Describes a form's draft for the note above its fields. */
export interface DraftState extends DraftControl {
  /** A draft that the user may go on with. */
  readonly offered: FormDraft | undefined;
  /** The draft that this form shows. */
  readonly resumed: FormDraft | undefined;
  readonly resume: () => void;
  readonly startAnew: () => void;
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
  const { form, control, ids } = options;
  const latest = useRef(options);
  latest.current = options;
  const [owner] = useState(currentOwner);
  const own = useRef({ id: newMutationId(), startedAt: Date.now(), finished: false });
  /** What the form shows, and what it would show without any typing. */
  const shown = useRef<{ readonly values: Values; readonly initial: Values }>(NOTHING);
  const [offered, setOffered] = useState<FormDraft>();
  const [resumed, setResumed] = useState<FormDraft>();

  const [writer] = useState(
    () =>
      new DraftWriter(() => {
        const { madeUpon, chosen } = latest.current;
        const { values, initial } = shown.current;
        const base = madeUpon();
        const { finished, ...identity } = own.current;
        if (!owner || finished || sameValues({ ...initial, ...values }, initial)) return undefined;
        const texts = Object.entries(values).map(([name, value]) => [name, textOf(value)]);
        return {
          ...identity,
          owner: ownerKey(owner),
          form: nameOf(latest.current),
          title: titleOf(latest.current, values),
          values: Object.fromEntries(texts),
          ...(base && { base }),
          referenced: chosen,
          ids: ids.current,
          savedAt: Date.now(),
        };
      }),
  );

  useEffect(() => {
    const stop = writer.start();
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: (changed) => {
        shown.current = { values: changed.values, initial: { ...changed.defaultValues } };
        writer.changed();
      },
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [form, writer]);

  // Read once: a form that stays open does not learn of drafts of others.
  useEffect(() => {
    if (!owner) return;
    let active = true;
    void draftToOffer(owner, namesOf(latest.current), Date.now()).then((found) => {
      if (active) setOffered(found);
    });
    return () => {
      active = false;
    };
  }, [owner]);

  const finish = () => {
    own.current.finished = true;
    setOffered(undefined);
    void writer.write();
  };
  const write = () => writer.write();
  useEffect(() => {
    if (!control) return;
    control.current = { finish, write };
    return () => {
      control.current = undefined;
    };
  });

  const resume = () => {
    if (!offered) return;
    own.current = { id: offered.id, startedAt: offered.startedAt, finished: false };
    ids.current = offered.ids;
    writer.adopt(offered.id);
    setOffered(undefined);
    setResumed(offered);
    latest.current.onResume(offered);
  };
  const startAnew = () => {
    if (offered) void deleteDraft(offered.id).catch(() => undefined);
    setOffered(undefined);
    if (!resumed) return;
    own.current = { id: newMutationId(), startedAt: Date.now(), finished: false };
    ids.current = { current: newMutationId(), rejected: [] };
    setResumed(undefined);
    latest.current.onStartAnew();
    shown.current = NOTHING;
    void writer.write();
  };

  return { offered, resumed, resume, startAnew, finish, write };
}
