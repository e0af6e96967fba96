import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { Draft } from '#contract/define-resource.ts';

export const create = (
  resource: Mutation['resource'],
  body: Draft,
  more: Partial<Mutation> = {},
): Mutation => ({ id: newMutationId(), resource, kind: 'create', body, ...more });

/** Returns what a form that was opened with this record saves: all of it, with some fields edited. */
export const change = (resource: Mutation['resource'], before: RecordRow, edited: Draft): Mutation =>
  create(resource, { ...before, ...edited }, { kind: 'update', recordId: before.id, before });

/** Returns a change of these fields of a record that the device does not show. */
export const changeUnseen = (resource: Mutation['resource'], recordId: string, body: Draft): Mutation =>
  create(resource, body, { kind: 'update', recordId });

export const removal = (resource: Mutation['resource'], before: RecordRow, reason?: string): Mutation =>
  create(resource, reason === undefined ? {} : { reason }, {
    kind: 'delete',
    recordId: before.id,
    before,
  });

/** Returns a delete of a record that the device does not show. */
export const removalUnseen = (resource: Mutation['resource'], recordId: string): Mutation =>
  create(resource, {}, { kind: 'delete', recordId });

export const newStudent = (name: string, id?: string): Mutation =>
  create('student', { name }, id === undefined ? {} : { id });

export const newCourse = (student: string, price: string, paid_amount: string): Mutation =>
  create('adult-course', {
    ...{ student, receipt_number: '7', level: '1', period: '3', transportation_type: 'parent' },
    ...{ price, paid_amount },
  });

export const newInstallment = (course: string, paid_amount: string, parent?: RecordRow): Mutation =>
  create(
    'adult-course',
    { related_record: course, receipt_number: '1042', paid_amount, is_installment: true },
    parent && { referenced: { related_record: parent } },
  );

/** Returns the mutation of one sum for several adult courses: their ids with the parts. */
export const newCollection = (
  parts: Readonly<Record<string, string>>,
  more: Partial<Mutation> = {},
): Mutation => {
  const payments = Object.entries(parts).map(([related_record, paid_amount]) => ({
    resource: 'adult-course',
    related_record,
    paid_amount,
  }));
  return create('collection', { receipt_number: '1213', payments }, more);
};
