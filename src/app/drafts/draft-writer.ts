import { holdSharedTabLock } from '#app/lib/tab-lock.ts';
import { deleteDraft, draftLock, keepDraft, markClosed, markOpen } from './drafts.ts';
import type { FormDraft } from './form-draft.ts';

const WRITE_INTERVAL = 400;

export class DraftWriter {
  readonly #content: () => FormDraft | undefined;
  #row: string | undefined;
  #release: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param content returns the current draft; undefined while there is nothing to keep */
  constructor(content: () => FormDraft | undefined) {
    this.#content = content;
  }

  /** Flushes when the page is hidden or left, until stopped. A stop flushes as well. */
  start(): () => void {
    const flush = () => void this.flush();
    // Captured: Dexie closes its databases at the same event when the page is cached.
    window.addEventListener('pagehide', flush, { capture: true });
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush, { capture: true });
      document.removeEventListener('visibilitychange', flush);
      const written = this.flush();
      if (this.#row !== undefined) markClosed(this.#row, written);
      void written.then(() => this.#unlock());
    };
  }

  changed(): void {
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_INTERVAL);
  }

  /** Never throws: typing goes on without a database. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) this.#write();
    await this.#last;
  }

  /** Writes the draft even if it has not changed. Never throws. */
  async write(): Promise<void> {
    this.#write();
    await this.#last;
  }

  /** This form writes and deletes the stored draft from now on. */
  adopt(id: string | undefined): void {
    if (id === this.#row) return;
    this.#unlock();
    this.#row = id;
    if (id === undefined) return;
    markOpen(id);
    this.#release = holdSharedTabLock(draftLock(id));
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const draft = this.#content();
    const previous = this.#row;
    this.adopt(draft?.id);
    this.#last = this.#last
      .then(async () => {
        if (draft) await keepDraft(draft);
        if (previous !== undefined && previous !== draft?.id) await deleteDraft(previous);
      })
      .catch(() => undefined);
  }

  #unlock(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
