import { queryOptions } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import { FAMILIES_PATH, family } from '#contract/families.ts';
import { readSnapshot } from './read-snapshot.ts';

/** For servers with collections. */
export function familyQuery(student: string) {
  return queryOptions({
    queryKey: keys.ofStudents('relatives', student),
    queryFn: (context) =>
      readSnapshot(context, 'figures', { path: FAMILIES_PATH, query: { student }, answer: family }),
    meta: { persist: true },
  });
}
