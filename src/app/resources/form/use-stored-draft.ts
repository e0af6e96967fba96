import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { DraftWriter } from '#app/drafts/draft-writer.ts';
import { deleteDraft, draftToOffer } from '#app/drafts/drafts.ts';
import type { FormDraft, MutationIds } from '#app/drafts/form-draft.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';

/** Controls the draft of an open form from outside of it. */
export interface DraftControl {
  /** Deletes the draft and keeps none any more: the input was saved, or given up. */
  readonly finish: () => void;
  /** Stores the draft now, so that a crash keeps it. */
  readonly write: () => Promise<void>;
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

interface StoredDraftOptions {
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<DraftControl | undefined> | undefined;
  /** Returns the names under which a draft may be stored. */
  readonly names: () => readonly string[];
  /** Returns what is to be stored now; undefined where nothing was typed. */
  readonly content: () => Omit<FormDraft, 'id' | 'startedAt' | 'owner' | 'ids' | 'savedAt'> | undefined;
  /** Tells whether a stored draft can be read; absent where each can. */
  readonly isReadable?: (draft: FormDraft) => boolean;
  readonly onResume: (draft: FormDraft) => void;
  /** Empties the form of a resumed draft. */
  readonly onStartAnew: () => void;
}

const newIdentity = () => ({ id: newMutationId(), startedAt: Date.now(), finished: false });

/** Stores the draft of an open form for its owner, and offers what was typed and not saved before (fault 65). */
export function useStoredDraft(options: StoredDraftOptions): DraftState & { readonly writer: DraftWriter } {
  const { control, ids } = options;
  const latest = useRef(options);
  latest.current = options;
  const [owner] = useState(currentOwner);
  const own = useRef(newIdentity());
  const [offered, setOffered] = useState<FormDraft>();
  const [resumed, setResumed] = useState<FormDraft>();
  const [writer] = useState(
    () =>
      new DraftWriter(() => {
        const { finished, ...identity } = own.current;
        const content = !owner || finished ? undefined : latest.current.content();
        if (!owner || !content) return undefined;
        return { ...identity, ...content, owner: ownerKey(owner), ids: ids.current, savedAt: Date.now() };
      }),
  );

  useEffect(() => writer.start(), [writer]);
  // Read once: a form that stays open does not learn of drafts of others.
  useEffect(() => {
    if (!owner) return;
    let active = true;
    void draftToOffer(owner, latest.current.names(), Date.now()).then((found) => {
      if (active && found && (latest.current.isReadable?.(found) ?? true)) setOffered(found);
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
    own.current = newIdentity();
    ids.current = { current: newMutationId(), rejected: [] };
    setResumed(undefined);
    latest.current.onStartAnew();
    void writer.write();
  };
  return { offered, resumed, resume, startAnew, finish, write, writer };
}
