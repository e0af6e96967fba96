import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { RecordRow } from './record-row.ts';

/** Returns the path of the form that adds a record. */
export const addPath = ({ screens }: Resource): string => `${screens.list}/${screens.add}`;

/** Returns the path of the form that edits a record. */
export const editPath = ({ screens }: Resource, id: string): string =>
  `${screens.list}/${screens.edit}/${encodeURIComponent(id)}`;

/**
 * Returns the page of the record in a reference field, or of the row itself; undefined without such a page.
 */
export function pagePath(resource: Resource, row: RecordRow, field: string): string | undefined {
  const { refersTo } = fieldOf(resource, field) ?? {};
  const { screens } = refersTo ? resourceOf(refersTo) : resource;
  const id = refersTo ? row[field] : row.id;
  return screens.page && typeof id === 'string' ? `${screens.list}/${encodeURIComponent(id)}` : undefined;
}

/** The path of the installment form (specification, section 2). */
export const INSTALLMENT_PATH = '/create-installment';

/** The path of the screen that takes one sum for several debts. */
export const TAKE_PAYMENT_PATH = '/take-payment';

/** Returns the path of that screen for the family of a student. @param debt stands first there: its resource and id */
export const takePaymentPath = (student: string, debt?: readonly [ResourceName, string]): string =>
  `${TAKE_PAYMENT_PATH}?${new URLSearchParams({ student, ...(debt && { debt: debt.join(' ') }) }).toString()}`;

/** The paths of the screens that close a drawer and list all closes. */
export const CLOSE_DAY_PATH = '/close-day';
export const CLOSES_PAGE_PATH = '/closes';
/** Returns the path on which a manager closes the drawer of a disabled user. */
export const closeForPath = (user: string) => `${CLOSES_PAGE_PATH}/of/${encodeURIComponent(user)}`;

/** The path of the page of all debts. */
export const DEBTS_SCREEN = '/debts';

/** The path of the Sync panel's page. */
export const SYNC_PATH = '/sync';

/** The path of the page that ends and re-opens months. */
export const WORK_HISTORY_PATH = '/work-history';

/** The path of the screen that imports files. */
export const IMPORT_PATH = '/import';
