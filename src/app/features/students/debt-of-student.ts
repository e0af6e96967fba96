import { useQuery } from '@tanstack/react-query';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { debtOfStudentQuery } from '#app/reads/debts.ts';
import { useBranch } from '#app/reads/use-branch.ts';

/**
 * Reads the server's notes on a student's debts: reminders, promises, plans and lowered prices (decision 108).
 * @param student the server's id, or a temporary one, of which it remembers nothing
 */
export function useDebtOfStudent(student: string) {
  const branch = useBranch();
  /** Whether the server keeps debts. */
  const isKept = branch?.debts === true;
  const { data: read } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: isKept && student !== '' && !isTemporaryId(student),
  });
  return { isKept, read };
}
