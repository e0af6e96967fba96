import type { RecordRow } from '#app/lib/record-row.ts';
import type { Replacement } from '#app/outbox/recovery/actions.ts';
import type { Field } from '#contract/fields.ts';

export interface DiffRow {
  readonly name: string;
  readonly field: Field;
  readonly record: RecordRow;
  /** The value that the problem is about. */
  readonly strong?: true;
}

export interface DiffColumn {
  readonly title: string;
  readonly groups: readonly (readonly DiffRow[])[];
  readonly text?: string;
}

/** The first one is primary; discarding always comes last. */
export type ResolutionAction =
  | { readonly kind: 'edit' }
  | { readonly kind: 'send-again'; readonly label?: string }
  /** With a manager's approval (decision 46). */
  | { readonly kind: 'ask-manager'; readonly label: string }
  /** The reason of a delete. */
  | { readonly kind: 'give-reason'; readonly label: string }
  /** Every entry that was lost in the same restore. */
  | { readonly kind: 'send-all-lost'; readonly label: string }
  | { readonly kind: 'replace'; readonly label: string; readonly replacement: Replacement }
  /** The record stays as the server has it. */
  | { readonly kind: 'keep-theirs'; readonly label: string }
  | { readonly kind: 'mark-as-done'; readonly label: string }
  | { readonly kind: 'open'; readonly label: string; readonly path: string }
  | { readonly kind: 'update-app'; readonly label: string };

export interface Card {
  readonly title: string;
  /** Undefined where the sentences of the server say it all. */
  readonly instruction?: string | undefined;
  readonly columns: readonly DiffColumn[];
  readonly actions: readonly ResolutionAction[];
  readonly recommendsDiscard?: boolean;
}
