import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

export const student = resourceOf('student');

/** Every kind whose records belong to a student: enrolments with their installments, and book payouts. */
export const studentKinds = resourceNames
  .map(resourceOf)
  .filter(({ fields }) => fields.student?.refersTo === 'student');

/** What a student can be enrolled in. */
export const enrolmentKinds = studentKinds.filter(({ installment }) => installment);

/** Copies that are handed out: what belongs to a student and takes no installments. */
export const payoutKinds = studentKinds.filter(({ installment }) => !installment);

/** A student's page. */
export const studentPath = (id: string): string => `${student.screens.list}/${encodeURIComponent(id)}`;
