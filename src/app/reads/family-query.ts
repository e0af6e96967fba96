import { queryOptions } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import { FAMILIES_PATH, family } from '#contract/families.ts';
import { readSnapshot } from './read-snapshot.ts';

/**
 * For servers with collections. The key begins with that of students, so that every write of their records refetches
 * it.
 */
export function familyQuery(student: string) {
  return queryOptions({
    queryKey: [...keys.resource('student'), 'relatives', student] as const,
    queryFn: (context) =>
      readSnapshot(context, 'figures', { path: FAMILIES_PATH, query: { student }, answer: family }),
    meta: { persist: true },
  });
}
