import { addPath, INSTALLMENT_PATH } from '#app/lib/paths.ts';
import type { RecordOfKind } from '#app/reads/use-many-records.ts';
import type { Resource } from '#contract/define-resource.ts';

/** Where a link leads and what it tells the screen there. */
export interface LinkWithState {
  readonly to: string;
  readonly state: Readonly<Record<string, string>>;
}

/** To the installment of an enrolment (specification, section 2), and back here afterwards. */
export function installmentLink({ resource, record }: RecordOfKind, here: string): LinkWithState | undefined {
  if (!resource.installment) return undefined;
  return { to: INSTALLMENT_PATH, state: { resource: resource.name, fallback: here, related: record.id } };
}

/** To a new record of the kind for this student, and back here afterwards. */
export const enrolLink = (resource: Resource, student: string, here: string): LinkWithState => ({
  to: addPath(resource),
  state: { student, fallback: here },
});

/** What the form of a record is told: where to come back to, and which refused write to take back. */
export const editState = ({ pending }: RecordOfKind, here: string): LinkWithState['state'] => ({
  fallback: here,
  ...(pending?.state === 'rejected' && { takeBack: pending.outboxId }),
});
