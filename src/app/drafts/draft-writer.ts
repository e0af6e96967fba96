import { holdSharedTabLock } from '#app/lib/tab-lock.ts';
import { deleteDraft, draftLock, keepDraft, markClosed, markOpen } from './drafts.ts';
import type { FormDraft } from './form-draft.ts';

/** Limits how much typing a crash can lose, in milliseconds. */
const WRITE_INTERVAL = 400;

/** Writes the draft of one open form: shortly after each change, and at once when the page is hidden. */
export class DraftWriter {
  readonly #content: () => FormDraft | undefined;
  /** Id of the stored draft that this form owns. */
  #row: string | undefined;
  #release: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param content returns the draft as it is now; undefined while nothing is to be kept */
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

  /** Notes a change, to be written in a moment. */
  changed(): void {
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_INTERVAL);
  }

  /** Writes a pending change now. Never throws: typing goes on without a database. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) this.#write();
    await this.#last;
  }

  /** Writes the draft now, changed or not. Never throws. */
  async write(): Promise<void> {
    this.#write();
    await this.#last;
  }

  /** Takes over a stored draft: this form writes and deletes it from now on. */
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
