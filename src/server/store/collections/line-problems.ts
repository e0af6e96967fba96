import { type FieldProblem, fieldErrors, readErrorBody } from '#contract/errors.ts';
import { HttpError } from '#server/store/http-error.ts';

/** Names the lists of lines in the body of a collection. */
export const lineLists = ['payments', 'records'] as const;
export type LineList = (typeof lineLists)[number];

/** Says where a line stands in the body: its list, and its place from 0. */
export interface LinePlace {
  readonly list: LineList;
  readonly place: number;
}

/**
 * Collects what is wrong with the lines of one body, each at its place, so that all are answered together (decisions 45 and 53).
 */
export class LineProblems {
  readonly #counts: Readonly<Record<LineList, number>>;
  readonly #byLine: Readonly<Record<LineList, Map<number, FieldProblem[]>>> = {
    payments: new Map(),
    records: new Map(),
  };

  /** @param counts how many lines each list of the body has */
  constructor(counts: Readonly<Record<LineList, number>>) {
    this.#counts = counts;
  }

  /** Runs a check of a line and keeps its refusal; other errors are thrown. */
  async collect<T>(line: LinePlace, check: () => T | Promise<T>): Promise<T | undefined> {
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

  add({ list, place }: LinePlace, problems: readonly FieldProblem[]): void {
    this.#byLine[list].set(place, [...(this.#byLine[list].get(place) ?? []), ...problems]);
  }

  /** @throws {HttpError} 400 with an object for each line of a list with a wrong one, if any is wrong or another field is */
  assertNone(others: readonly FieldProblem[] = []): void {
    const wrong = lineLists.filter((list) => this.#byLine[list].size > 0);
    if (wrong.length === 0 && others.length === 0) return;
    const lines = wrong.map((list) => [
      list,
      Array.from({ length: this.#counts[list] }, (_, place) =>
        fieldErrors(this.#byLine[list].get(place) ?? []),
      ),
    ]);
    throw new HttpError(400, { ...Object.fromEntries(lines), ...fieldErrors(others) });
  }
}
