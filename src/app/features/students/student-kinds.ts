import type { Resource } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

export const studentResource = resourceOf('student');

/** The resources whose records belong to a student: enrolments and book payouts, with their installments. */
export const studentResources = resourceNames
  .map(resourceOf)
  .filter(({ fields }) => fields.student?.refersTo === 'student');

/** Tells whether records of a resource hand out copies; all others of a student are enrolments. */
export const isPayout = ({ counts }: Resource): boolean => counts !== undefined;

/** The enrolment resources. */
export const enrolmentResources = studentResources.filter((resource) => !isPayout(resource));

/** The payout resources. */
export const payoutResources = studentResources.filter(isPayout);

/** Returns the path of a student's page. */
export const studentPath = (id: string): string =>
  `${studentResource.screens.list}/${encodeURIComponent(id)}`;
