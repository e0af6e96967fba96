import { mayHaveDatabase } from './may-have-database.ts';

/** The name of the database of cached queries. */
export const CACHE_NAME = 'branch-desk-cache';

/** Whether this device has ever kept queries, asked without loading anything. True where a browser can't tell. Never throws. */
export const queriesAreKept = (): Promise<boolean> => mayHaveDatabase(CACHE_NAME);
