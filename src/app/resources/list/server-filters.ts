import type { ListRequest } from '#app/cache/query-keys.ts';

/** Tells whether a list is filtered by what only the server can match: words, month. */
export const isFilteredByServer = ({ search, month }: Partial<ListRequest>): boolean =>
  Boolean(search || month);
