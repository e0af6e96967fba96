import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { DraftWriter } from '#app/drafts/draft-writer.ts';
import { deleteDraft, draftToOffer } from '#app/drafts/drafts.ts';
import type { FormDraft, MutationIds } from '#app/drafts/form-draft.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { DraftControl, DraftState } from '#app/resources/form/use-draft.ts';
import { emptyInput, type PaymentInput, readInput, storeInput } from './payment-input.ts';

interface PaymentDraftOptions {
  /** The names under which the draft may be stored; it is stored under the first. */
  readonly forms: readonly string[];
  /** Who pays. */
  readonly title: string;
  readonly input: PaymentInput;
  /** What the form shows without any typing. */
  readonly initial: PaymentInput;
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<DraftControl | undefined>;
  readonly onResume: (input: PaymentInput) => void;
}

const newIdentity = () => ({ id: newMutationId(), startedAt: Date.now(), finished: false });

/** Keeps what is typed for a payment on the device for its owner, and offers what was typed and not saved before (fault 65). */
export function usePaymentDraft(options: PaymentDraftOptions): DraftState {
  const { input, control, ids } = options;
  const latest = useRef(options);
  latest.current = options;
  const [owner] = useState(currentOwner);
  const own = useRef(newIdentity());
  const [offered, setOffered] = useState<FormDraft>();
  const [resumed, setResumed] = useState<FormDraft>();
  const [writer] = useState(
    () =>
      new DraftWriter(() => {
        const { forms, title, input: typed, initial } = latest.current;
        const { finished, ...identity } = own.current;
        if (!owner || finished || typed === initial || typed === emptyInput) return undefined;
        return {
          ...identity,
          owner: ownerKey(owner),
          form: forms[0] ?? '',
          title,
          values: { input: storeInput(typed) },
          referenced: {},
          ids: ids.current,
          savedAt: Date.now(),
        };
      }),
  );

  useEffect(() => writer.start(), [writer]);
  useEffect(() => {
    if (input !== latest.current.initial) writer.changed();
  }, [input, writer]);
  // Read once: a form that stays open does not learn of drafts of others.
  useEffect(() => {
    if (!owner) return;
    let active = true;
    void draftToOffer(owner, latest.current.forms, Date.now()).then((found) => {
      if (active && found && readInput(found.values.input ?? '')) setOffered(found);
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
    control.current = { finish, write };
    return () => {
      control.current = undefined;
    };
  });

  const resume = () => {
    const typed = offered && readInput(offered.values.input ?? '');
    if (!offered || !typed) return;
    own.current = { id: offered.id, startedAt: offered.startedAt, finished: false };
    ids.current = offered.ids;
    writer.adopt(offered.id);
    setOffered(undefined);
    setResumed(offered);
    latest.current.onResume(typed);
  };
  const startAnew = () => {
    if (offered) void deleteDraft(offered.id).catch(() => undefined);
    setOffered(undefined);
    if (!resumed) return;
    own.current = newIdentity();
    ids.current = { current: newMutationId(), rejected: [] };
    setResumed(undefined);
    latest.current.onResume(latest.current.initial);
    void writer.write();
  };
  return { offered, resumed, resume, startAnew, finish, write };
}
