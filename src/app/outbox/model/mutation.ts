import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { Permission } from '#contract/permissions.ts';
import type { WriteName } from '#contract/resource-names.ts';
import type { ChangedMeanwhile } from './entry.ts';

export interface Mutation {
  /**
   * UUID = Idempotency-Key, made when the form opens (`newMutationId`), so that a double tap is the same mutation. Of a
   * create also the id of its record.
   */
  readonly id: string;
  readonly resource: WriteName;
  readonly kind: 'create' | 'update' | 'delete';
  /** For a create only if it is reopened under another key. */
  readonly recordId?: string;
  /** Parsed; that of an installment has `is_installment: true`. */
  readonly body: Draft;
  /**
   * Computed fields as the form predicts them, shown until the server has set them. Absent if they cannot be predicted.
   */
  readonly expected?: Draft | undefined;
  /**
   * For update and delete: the record as it was shown. A field of `body` that differs from it was changed by the user,
   * and its value here is the base (decision 41).
   */
  readonly before?: RecordRow;
  readonly referenced?: Readonly<Record<string, RecordRow>>;
  readonly replaces?: string;
  /** Ids under which this form was rejected before. If one of these entries still exists, it is replaced. */
  readonly rejectedIds?: readonly string[];
  /** A permission that its form knows to be needed, such as for a discount above the limit of the branch. */
  readonly needs?: Permission | undefined;
}

/**
 * `saved`: acknowledged, or removed before it was sent.
 * `queued`: stored on this device, the server has not answered yet.
 * `rejected`: rejected by the server, or not possible here; it stays in the outbox until `confirmShown` is called.
 * `not-stored`: the device could not store it.
 */
export type MutationOutcome =
  | { outcome: 'saved'; record?: RecordRow; detail?: string; note?: string }
  | { outcome: 'queued'; recordId: string }
  | {
      outcome: 'rejected';
      detail?: string;
      fields: readonly FieldProblem[];
      /**
       * Removes the rejected entry. Call it once the form that still holds the input shows the rejection; otherwise the
       * entry stays and needs the user. Never throws.
       */
      confirmShown: () => Promise<void>;
      changedMeanwhile?: ChangedMeanwhile;
    }
  | { outcome: 'not-stored'; message: string };
