import { addPath, INSTALLMENT_PATH } from '#app/lib/paths.ts';
import type { RecordOfKind } from '#app/reads/use-many-records.ts';
import type { Resource } from '#contract/define-resource.ts';

/** The target of a link with its navigation state. */
export interface LinkWithState {
  readonly to: string;
  readonly state: Readonly<Record<string, string>>;
}

/** Returns the link to the installment form of an account (specification, section 2), with a return path. */
export const installmentLink = ({ resource, record }: RecordOfKind, returnPath: string): LinkWithState => ({
  to: INSTALLMENT_PATH,
  state: { resource: resource.name, fallback: returnPath, related: record.id },
});

/** Returns the link to a new enrolment of this student, with a return path. */
export const enrolLink = (resource: Resource, student: string, returnPath: string): LinkWithState => ({
  to: addPath(resource),
  state: { student, fallback: returnPath },
});

/** Returns the navigation state of an edit form: the return path and the rejected entry to reopen. */
export const editState = ({ pending }: RecordOfKind, returnPath: string): LinkWithState['state'] => ({
  fallback: returnPath,
  ...(pending?.state === 'rejected' && { takeBack: pending.outboxId }),
});
