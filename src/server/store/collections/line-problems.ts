import { type FieldProblem, fieldErrors, readErrorBody } from '#contract/errors.ts';
import { HttpError } from '#server/store/http-error.ts';

/** Names the list of lines in the body of a collection. */
export const LINES = 'payments';

/**
 * Collects what is wrong with the lines of one body, each at its place, so that all are answered together (decisions 45 and 53).
 */
export class LineProblems {
  readonly #count: number;
  readonly #byLine = new Map<number, FieldProblem[]>();

  /** @param count how many lines the body has */
  constructor(count: number) {
    this.#count = count;
  }

  /** Runs a check of a line and keeps its refusal; other errors are thrown. */
  async collect<T>(line: number, check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      const problems =
        error instanceof HttpError && error.status === 400 ? readErrorBody(error.body) : undefined;
      if (!problems) throw error;
      this.add(line, problems.fields);
      return undefined;
    }
  }

  add(line: number, problems: readonly FieldProblem[]): void {
    this.#byLine.set(line, [...(this.#byLine.get(line) ?? []), ...problems]);
  }

  /** @throws {HttpError} 400 with an object for each line, if any is wrong or another field is */
  assertNone(others: readonly FieldProblem[] = []): void {
    if (this.#byLine.size === 0 && others.length === 0) return;
    const lines = Array.from({ length: this.#count }, (_, line) => fieldErrors(this.#byLine.get(line) ?? []));
    throw new HttpError(400, { ...(this.#byLine.size > 0 && { [LINES]: lines }), ...fieldErrors(others) });
  }
}
