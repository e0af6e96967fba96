import type { KnownRecord } from '#app/outbox/use-many-records.ts';
import { addPath, INSTALLMENT_PATH } from '#app/screens/paths.ts';
import type { Resource } from '#contract/define-resource.ts';

/** Where a link leads and what it tells the screen there. */
export interface StatedLink {
  readonly to: string;
  readonly state: Readonly<Record<string, string>>;
}

/** To the installment of an enrolment (specification, section 2), and back here afterwards. */
export function installmentLink({ resource, record }: KnownRecord, here: string): StatedLink | undefined {
  if (!resource.installment) return undefined;
  return { to: INSTALLMENT_PATH, state: { resource: resource.name, fallback: here, related: record.id } };
}

/** To a new record of the kind for this student, and back here afterwards. */
export const enrolLink = (resource: Resource, student: string, here: string): StatedLink => ({
  to: addPath(resource),
  state: { student, fallback: here },
});

/** What the form of a record is told: where to come back to, and which refused write to take back. */
export const editState = ({ pending }: KnownRecord, here: string): StatedLink['state'] => ({
  fallback: here,
  ...(pending?.state === 'rejected' && { takeBack: pending.outboxId }),
});
