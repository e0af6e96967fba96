import { queryOptions } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import { readSnapshot } from '#app/reads/read-snapshot.ts';
import { FAMILIES_PATH, family } from '#contract/families.ts';

/**
 * Returns the query of a student's family with every open debt, for servers with collections. Its key is one of
 * students, so that every write of their records reads it anew.
 */
export function familyQuery(student: string) {
  return queryOptions({
    queryKey: [...keys.resource('student'), 'family', student] as const,
    queryFn: (context) =>
      readSnapshot(context, 'figures', { path: FAMILIES_PATH, query: { student }, answer: family }),
    meta: { persist: true },
  });
}
