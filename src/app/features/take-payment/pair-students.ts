import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { MutationOutcome } from '#app/outbox/model/mutation.ts';
import { familyPairId } from '#app/outbox/model/rewrite-ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { FAMILY } from '#contract/resource-names.ts';

/**
 * Saves that two students are of one family, or that they are not (decision 105): an entry of the outbox, offline as online. Decisions
 * about the same two are sent in their order.
 */
export function pairStudents(
  student: RecordRow,
  other: RecordRow,
  together: boolean,
): Promise<MutationOutcome> {
  const body = { student: student.id, other: other.id, together };
  return save({
    id: newMutationId(),
    resource: FAMILY,
    kind: 'create',
    recordId: familyPairId(body),
    body,
    referenced: { student, other },
  });
}
