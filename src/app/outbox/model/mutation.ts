import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { ResourceName } from '#contract/resource-names.ts';

/** One write as a form hands it over. */
export interface Mutation {
  /** UUID = Idempotency-Key, minted when the form opens (`newWriteId`): a double tap is the same write. */
  readonly id: string;
  readonly resource: ResourceName;
  readonly kind: 'create' | 'update' | 'delete';
  /** The record to change; for a create that is taken back, its temporary id. */
  readonly recordId?: string;
  /** The parsed body; an installment's has `is_installment: true`. */
  readonly body: Draft;
  /** Computed fields as the form worked them out: shown until the host has. Absent where nobody knows. */
  readonly expected?: Draft | undefined;
  /** For update and delete: the row as it was shown. */
  readonly before?: RecordRow;
  /** Field → the record that was picked, so that pending rows can show names. */
  readonly referenced?: Readonly<Record<string, RecordRow>>;
  /** The outbox row that this write takes the place of (`takeBack`). */
  readonly replaces?: string;
}

/** What became of a write, as far as a form can wait for it. */
export type MutationOutcome =
  | { outcome: 'saved'; record?: RecordRow; detail?: string; note?: string }
  | { outcome: 'kept'; recordId: string }
  | { outcome: 'refused'; detail?: string; fields: readonly FieldProblem[] }
  | { outcome: 'not-stored'; message: string };
