import type { ChangePolicy } from '#app/api/change-policy.ts';
import type { Owner } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { ChangedMeanwhile } from '../model/entry.ts';
import type { OutboxDb } from '../store/outbox-db.ts';

/** Lists the results of one attempt to send an entry, which `settle` stores. */
export type SendResult =
  | { readonly kind: 'succeeded'; readonly result?: RecordRow; readonly detail?: string }
  | {
      readonly kind: 'retry';
      /** Whether the server may have applied the mutation. */
      readonly mayHaveCommitted: boolean;
      /** Something between this device and the server refused it (fault 67). */
      readonly gateway?: boolean;
      readonly status?: number;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: 'unauthenticated' }
  | {
      readonly kind: 'rejected';
      readonly status?: number;
      readonly message: string;
      readonly fields: readonly FieldProblem[];
      readonly changedMeanwhile?: ChangedMeanwhile | undefined;
    };

/** Holds what an attempt needs besides its entry. */
export interface SendContext {
  readonly db: OutboxDb;
  readonly owner: Owner;
  readonly changes: ChangePolicy;
  /** The token of a manager's approval of this write (decision 46). */
  readonly approval?: string;
}
