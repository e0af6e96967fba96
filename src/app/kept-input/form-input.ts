import { z } from 'zod';
import type { Owner } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { holdSharedTabLock, isTabLockHeld } from '#app/lib/tab-lock.ts';
import type { EntryState } from '#app/outbox/model/entry.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { entryOfMutation } from '#app/outbox/store/stored-entries.ts';
import { keepInput, readInputs, removeInput } from './kept-input.ts';

export interface MutationIds {
  /** A UUID, which becomes the Idempotency-Key. */
  readonly current: string;
  readonly rejected: readonly string[];
}

const record = z.looseObject({ id: z.string() });

const formInput = z.object({
  id: z.string().min(1),
  form: z.string().min(1),
  /** Name of a record or of a person; '' if none was typed. */
  title: z.string(),
  values: z.record(z.string(), z.string()),
  /** The record as it was shown when the change began; absent for a new record. */
  base: record.optional(),
  /** Picked record per field, so that the form shows names. */
  referenced: z.record(z.string(), record),
  ids: z.object({ current: z.string().min(1), rejected: z.array(z.string()).readonly() }),
  startedAt: z.number(),
});

export interface FormInput extends Readonly<z.output<typeof formInput>> {
  readonly base?: RecordRow | undefined;
  readonly referenced: Readonly<Record<string, RecordRow>>;
  readonly ids: MutationIds;
}

function readFormInput(stored: unknown): FormInput | undefined {
  return formInput.safeParse(stored).data;
}

const formScreen = (form: string) => `form ${form} `;
const screenOf = ({ form, id }: Pick<FormInput, 'form' | 'id'>) => formScreen(form) + id;

const closedHere = new Set<string>();

function markOpen(id: string): void {
  closedHere.delete(id);
}
/** The browser releases its lock a moment later. */
function markClosed(id: string): void {
  closedHere.add(id);
}

const isOpenElsewhere = async (id: string) => !closedHere.has(id) && (await isTabLockHeld(inputLock(id)));

/** A form holds this lock while it is open with the input. */
export const inputLock = (id: string): string => `branch-desk.input ${id}`;

/** Replaces the earlier version. */
export const keepFormInput = (owner: Owner, input: FormInput, now = Date.now()): void =>
  keepInput(owner, screenOf(input), input, now);

export const removeFormInput = (owner: Owner, input: Pick<FormInput, 'form' | 'id'>): void =>
  removeInput(owner, screenOf(input));

export function formInputsOf(owner: Owner, form: string, now = Date.now()): readonly FormInput[] {
  const inputs = readInputs(owner, formScreen(form), now).flatMap(({ input }) => readFormInput(input) ?? []);
  return inputs.filter((input) => input.form === form);
}

/**
 * True if the outbox has an entry under one of the input's ids. A form still corrects a rejected entry of an earlier
 * id; an encrypted entry may be rejected.
 */
async function wasSaved(owner: Owner, { ids }: FormInput): Promise<boolean> {
  const db = outboxDb();
  if (await entryOfMutation(db, owner, ids.current)) return true;
  const earlier = await Promise.all(ids.rejected.map((id) => entryOfMutation(db, owner, id)));
  const isCorrected = (state: EntryState) => state === 'rejected' || state === 'encrypted';
  return earlier.some((entry) => entry !== undefined && !isCorrected(entry.state));
}

/**
 * The newest input that is not open in another tab. Deletes input that was saved, because a crash may have
 * come between save and delete. Never throws.
 */
export async function inputToOffer(owner: Owner, form: string, now: number): Promise<FormInput | undefined> {
  try {
    for (const input of formInputsOf(owner, form, now)) {
      if (await isOpenElsewhere(input.id)) continue;
      if (!(await wasSaved(owner, input))) return input;
      removeFormInput(owner, input);
    }
  } catch {
    // Without the outbox nobody knows whether it was saved.
  }
  return undefined;
}

const WRITE_INTERVAL = 400;

type StoredInput = Pick<FormInput, 'form' | 'id'>;

export class FormInputWriter {
  readonly #owner: Owner | undefined;
  readonly #content: () => FormInput | undefined;
  #stored: StoredInput | undefined;
  #release: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param content returns the current input; undefined while there is nothing to keep */
  constructor(owner: Owner | undefined, content: () => FormInput | undefined) {
    this.#owner = owner;
    this.#content = content;
  }

  /** Flushes when the page is hidden or left, until stopped. A stop flushes as well. */
  start(): () => void {
    const flush = () => this.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      this.flush();
      if (this.#stored) markClosed(this.#stored.id);
      this.#unlock();
    };
  }

  changed(): void {
    this.#timer ??= setTimeout(() => this.flush(), WRITE_INTERVAL);
  }

  flush(): void {
    if (this.#timer !== undefined) this.write();
  }

  /** Writes the input even if it has not changed. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#owner) return;
    const input = this.#content();
    const previous = this.#stored;
    this.adopt(input);
    if (input) keepFormInput(this.#owner, input);
    if (previous && previous.id !== input?.id) removeFormInput(this.#owner, previous);
  }

  /** This form writes and deletes the stored input from now on. */
  adopt(input: StoredInput | undefined): void {
    const isSame = input?.id === this.#stored?.id;
    this.#stored = input;
    if (isSame) return;
    this.#unlock();
    if (!input) return;
    markOpen(input.id);
    this.#release = holdSharedTabLock(inputLock(input.id));
  }

  #unlock(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
