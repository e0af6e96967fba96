import type { BranchScope } from './branch-scope.ts';
import { BranchVersions } from './branch-version.ts';
import { tagOfText } from './text-tag.ts';

/** Represents the text of an answer with its entity tag. */
export interface KeptAnswer {
  readonly text: string;
  readonly tag: string;
}

interface Kept {
  /** The version of the branch before it was read. */
  readonly version: string;
  readonly answer: Promise<KeptAnswer>;
  /** Length of its text; 0 while it is read. */
  length: number;
}

/** Characters of all kept answers of a process. */
const MAX_LENGTH = 8 * 1024 * 1024;
/** Longer answers are rare, and would push many others out. */
const MAX_ANSWER_LENGTH = 64 * 1024;

/**
 * Keeps answers that depend on nothing but the data of a branch and what they are named by, and gives them again while nothing of the branch
 * was written (decision 113). Each time the database is asked for the version of the branch, so no answer is older than its request.
 * Those that were not asked for longest go first.
 */
export class KeptAnswers {
  readonly #maxLength: number;
  readonly #versions = new BranchVersions();
  readonly #kept = new Map<string, Kept>();
  #length = 0;

  constructor(maxLength = MAX_LENGTH) {
    this.#maxLength = maxLength;
  }

  /**
   * Returns the answer of this name in the scope's branch. Equal requests that come while it is read share the reading, but not its failure.
   * @param name tells it from all others of the branch: what is asked, the language and what the user may see
   * @param read reads it; what it throws is thrown, and not kept
   */
  async answer(scope: BranchScope, name: string, read: () => Promise<string>): Promise<KeptAnswer> {
    const version = await this.#versions.read(scope);
    const key = `${scope.branchId} ${name}`;
    const known = this.#kept.get(key);
    if (known?.version === version) {
      this.#moveToEnd(key, known);
      return known.answer.catch(() => withTag(read));
    }
    // Written after the version was read, it is at most newer than its version says, and is read again.
    const kept: Kept = { version, answer: withTag(read), length: 0 };
    this.#drop(key);
    this.#kept.set(key, kept);
    try {
      const answer = await kept.answer;
      this.#count(key, kept, answer.text.length);
      return answer;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#drop(key);
      throw error;
    }
  }

  #moveToEnd(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }

  #drop(key: string): void {
    this.#length -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }

  #count(key: string, kept: Kept, length: number): void {
    if (this.#kept.get(key) !== kept) return;
    if (length > MAX_ANSWER_LENGTH) {
      this.#drop(key);
      return;
    }
    kept.length = length + key.length;
    this.#length += kept.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= this.#maxLength) return;
      this.#drop(oldest);
    }
  }
}

async function withTag(read: () => Promise<string>): Promise<KeptAnswer> {
  const text = await read();
  return { text, tag: tagOfText(text) };
}
