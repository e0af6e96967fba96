import { request } from '#app/api/client.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { FAMILIES_PATH, familyPair } from '#contract/families.ts';

/**
 * Stores at once that two students are of one family, or that they are not (decision 105). No money depends on it,
 * so it is not queued.
 * @throws {ApiError} when the server cannot be asked or refuses
 */
export async function pairStudents(student: string, other: string, together: boolean): Promise<void> {
  await request({
    method: 'POST',
    path: FAMILIES_PATH,
    rawBody: JSON.stringify({ student, other, together }),
    idempotencyKey: newMutationId(),
    answer: familyPair,
  });
}
