import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { RecordRow } from './record-row.ts';

export const addPath = ({ screens }: Resource): string => `${screens.list}/${screens.add}`;

export const editPath = ({ screens }: Resource, id: string): string =>
  `${screens.list}/${screens.edit}/${encodeURIComponent(id)}`;

/** Of the record in a reference field, or of the row itself; undefined without such a page. */
export function pagePath(resource: Resource, row: RecordRow, field: string): string | undefined {
  const { refersTo } = fieldOf(resource, field) ?? {};
  const { screens } = refersTo ? resourceOf(refersTo) : resource;
  const id = refersTo ? row[field] : row.id;
  return screens.page && typeof id === 'string' ? `${screens.list}/${encodeURIComponent(id)}` : undefined;
}

export const INSTALLMENT_PATH = '/create-installment';

export const TAKE_PAYMENT_PATH = '/take-payment';

/** For the family of a student. @param debt stands first there: its resource and id */
export const takePaymentPath = (student: string, debt?: readonly [ResourceName, string]): string =>
  `${TAKE_PAYMENT_PATH}?${new URLSearchParams({ student, ...(debt && { debt: debt.join(' ') }) }).toString()}`;

export const LEAVE_PATH = '/leave-course';

export const leavePath = (resource: Resource, id: string): string =>
  `${LEAVE_PATH}/${resource.name}/${encodeURIComponent(id)}`;

export const CLOSE_DAY_PATH = '/close-day';
export const CLOSES_PAGE_PATH = '/closes';
export const closeForPath = (user: string) => `${CLOSES_PAGE_PATH}/of/${encodeURIComponent(user)}`;

export const DEBTS_SCREEN = '/debts';

export const RENEWALS_SCREEN = '/renewals';

export const PAY_SALARIES_SCREEN = '/employees/salaries/pay';

export const REPORTS_SCREEN = '/reports';

export const SYNC_PATH = '/sync';

export const WORK_HISTORY_PATH = '/work-history';

export const monthPath = (id: string): string => `${WORK_HISTORY_PATH}/${encodeURIComponent(id)}`;

export const IMPORT_PATH = '/import';
