import type { Owner } from '#app/api/session.ts';
import { holdSharedTabLock } from '#app/lib/tab-lock.ts';
import { deleteDraft, draftLock, keepDraft, markClosed, markOpen } from './drafts.ts';
import type { FormDraft } from './form-draft.ts';

const WRITE_INTERVAL = 400;

type StoredDraft = Pick<FormDraft, 'form' | 'id'>;

export class DraftWriter {
  readonly #owner: Owner | undefined;
  readonly #content: () => FormDraft | undefined;
  #stored: StoredDraft | undefined;
  #release: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param content returns the current draft; undefined while there is nothing to keep */
  constructor(owner: Owner | undefined, content: () => FormDraft | undefined) {
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

  /** Writes the draft even if it has not changed. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#owner) return;
    const draft = this.#content();
    const previous = this.#stored;
    this.adopt(draft);
    if (draft) keepDraft(this.#owner, draft);
    if (previous && previous.id !== draft?.id) deleteDraft(this.#owner, previous);
  }

  /** This form writes and deletes the stored draft from now on. */
  adopt(draft: StoredDraft | undefined): void {
    const isSame = draft?.id === this.#stored?.id;
    this.#stored = draft;
    if (isSame) return;
    this.#unlock();
    if (!draft) return;
    markOpen(draft.id);
    this.#release = holdSharedTabLock(draftLock(draft.id));
  }

  #unlock(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
