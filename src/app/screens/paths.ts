import type { Resource } from '#contract/define-resource.ts';

/** Where a new record of the resource is made. */
export const addPath = ({ screens }: Resource): string => `${screens.list}/${screens.add}`;

/** Where a record of the resource is changed. */
export const editPath = ({ screens }: Resource, id: string): string =>
  `${screens.list}/${screens.edit}/${encodeURIComponent(id)}`;

/** Where an installment is taken (specification, section 2). */
export const INSTALLMENT_PATH = '/create-installment';

/** Where what waits on this device is listed. */
export const SYNC_PATH = '/sync';
