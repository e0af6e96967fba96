import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

export const studentResource = resourceOf('student');

/** The resources whose records belong to a student: enrolments with installments, and book payouts. */
export const studentResources = resourceNames
  .map(resourceOf)
  .filter(({ fields }) => fields.student?.refersTo === 'student');

/** The enrolment resources. */
export const enrolmentResources = studentResources.filter(({ installment }) => installment);

/** The payout resources: those of a student without installments. */
export const payoutResources = studentResources.filter(({ installment }) => !installment);

/** Returns the path of a student's page. */
export const studentPath = (id: string): string =>
  `${studentResource.screens.list}/${encodeURIComponent(id)}`;
