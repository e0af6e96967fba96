import { useQuery } from '@tanstack/react-query';
import type { RecordRow } from '#app/lib/record-row.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { familyQuery } from '#app/reads/family-query.ts';
import { useIsUnsent } from '#app/reads/use-outbox.ts';

/** Names of others of the family who have a running enrolment, as it was read last on this device. */
export function useEnrolledSiblings(student: RecordRow | undefined): readonly string[] {
  const { data: branch } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const isUnsent = useIsUnsent(student?.id);
  const id = isUnsent ? undefined : student?.id;
  const { data } = useQuery({
    ...familyQuery(id ?? ''),
    enabled: id !== undefined && branch?.collections === true,
  });
  const members = (id !== undefined && data?.data.students) || [];
  return members.filter((one) => one.enrolled === true && one.joined !== 'self').map(({ name }) => name);
}
