import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { RecordRow } from './record-row.ts';

/** Where a new record of the resource is made. */
export const addPath = ({ screens }: Resource): string => `${screens.list}/${screens.add}`;

/** Where a record of the resource is changed. */
export const editPath = ({ screens }: Resource, id: string): string =>
  `${screens.list}/${screens.edit}/${encodeURIComponent(id)}`;

/** The page of the record that a field names, or of the row itself; undefined where that kind has none. */
export function pagePath(resource: Resource, row: RecordRow, field: string): string | undefined {
  const { refersTo } = fieldOf(resource, field) ?? {};
  const { screens } = refersTo ? resourceOf(refersTo) : resource;
  const id = refersTo ? row[field] : row.id;
  return screens.page && typeof id === 'string' ? `${screens.list}/${encodeURIComponent(id)}` : undefined;
}

/** Where an installment is taken (specification, section 2). */
export const INSTALLMENT_PATH = '/create-installment';

/** Where what waits on this device is listed. */
export const SYNC_PATH = '/sync';

/** Where months are ended and undone. */
export const WORK_HISTORY_PATH = '/work-history';
