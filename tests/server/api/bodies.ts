import type { ResourceName } from '#contract/resource-names.ts';
import { resources } from '#contract/resources/registry.ts';
import { type BranchFactory, branchFactory } from '#server/demo/branch-factory.ts';
import type { Desk } from './server-under-test.ts';

/** How to make a valid body of each resource at a desk; what it refers to is made first. */
export const bodyOf: Record<
  ResourceName,
  (desk: Desk, factory: BranchFactory) => Promise<Record<string, unknown>>
> = {
  student: async (_desk, factory) => factory.student(),
  'adult-course': async (desk, factory) => {
    const student = await desk.make(resources.student.path, factory.student());
    return factory.adultCourse(student.id);
  },
};

export const courses = resources['adult-course'].path;
export const students = resources.student.path;

/** An enrolment of a new student: price and what is paid at once, as decimal text. */
export async function enrol(
  desk: Desk,
  price: string,
  paid = '0',
  factory: BranchFactory = branchFactory(7),
) {
  const student = await desk.make(students, factory.student());
  return desk.make(courses, factory.adultCourse(student.id, { price, paid_amount: paid }));
}

/** The body of an installment. */
export function installment(related: string, paid: string, given: object = {}) {
  return {
    is_installment: true,
    related_record: related,
    receipt_number: '500',
    paid_amount: paid,
    ...given,
  };
}
