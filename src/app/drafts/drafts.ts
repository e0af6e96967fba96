import type { Owner } from '#app/api/session.ts';
import { isTabLockHeld } from '#app/lib/tab-lock.ts';
import type { EntryState } from '#app/outbox/model/entry.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { entryOfMutation } from '#app/outbox/store/stored-entries.ts';
import { type FormDraft, readDraft } from './form-draft.ts';
import { keepInput, readInputs, removeInput } from './kept-input.ts';

const formScreen = (form: string) => `form ${form} `;
const screenOf = ({ form, id }: Pick<FormDraft, 'form' | 'id'>) => formScreen(form) + id;

const closedHere = new Set<string>();

export function markOpen(id: string): void {
  closedHere.delete(id);
}
/** The browser releases its lock a moment later. */
export function markClosed(id: string): void {
  closedHere.add(id);
}

const isOpenElsewhere = async (id: string) => !closedHere.has(id) && (await isTabLockHeld(draftLock(id)));

/** A form holds this lock while it is open with the draft. */
export const draftLock = (id: string): string => `branch-desk.draft ${id}`;

/** Replaces the earlier version. */
export const keepDraft = (owner: Owner, draft: FormDraft, now = Date.now()): void =>
  keepInput(owner, screenOf(draft), draft, now);

export const deleteDraft = (owner: Owner, draft: Pick<FormDraft, 'form' | 'id'>): void =>
  removeInput(owner, screenOf(draft));

export function draftsOf(owner: Owner, form: string, now = Date.now()): readonly FormDraft[] {
  const drafts = readInputs(owner, formScreen(form), now).flatMap(({ input }) => readDraft(input) ?? []);
  return drafts.filter((draft) => draft.form === form);
}

/**
 * True if the outbox has an entry under one of the draft's ids. A form still corrects a rejected entry of an earlier
 * id; an encrypted entry may be rejected.
 */
async function wasSaved(owner: Owner, { ids }: FormDraft): Promise<boolean> {
  const db = outboxDb();
  if (await entryOfMutation(db, owner, ids.current)) return true;
  const earlier = await Promise.all(ids.rejected.map((id) => entryOfMutation(db, owner, id)));
  const isCorrected = (state: EntryState) => state === 'rejected' || state === 'encrypted';
  return earlier.some((entry) => entry !== undefined && !isCorrected(entry.state));
}

/**
 * The newest draft that is not open in another tab. Deletes drafts whose content was saved, because a crash may have
 * come between save and delete. Never throws.
 */
export async function draftToOffer(owner: Owner, form: string, now: number): Promise<FormDraft | undefined> {
  try {
    for (const draft of draftsOf(owner, form, now)) {
      if (await isOpenElsewhere(draft.id)) continue;
      if (!(await wasSaved(owner, draft))) return draft;
      deleteDraft(owner, draft);
    }
  } catch {
    // Without the outbox nobody knows whether it was saved.
  }
  return undefined;
}
