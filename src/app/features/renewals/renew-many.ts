import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import type { Resource } from '#contract/define-resource.ts';
import { referenceData } from '#contract/define-resource.ts';
import { renewalOf } from '#contract/rules/renewal.ts';
import { sentences } from '#contract/texts/sentences.en.ts';

export interface RenewalCounts {
  readonly renewed: number;
  readonly waiting: number;
  readonly refused: number;
}

/**
 * One entry of the outbox for each, which works offline and is sent once; a refused one stays in the Sync panel and
 * stops no other. The server renews an enrolment once, whoever sends it (decision 133).
 */
export async function renewMany(resource: Resource, records: readonly RecordRow[]): Promise<RenewalCounts> {
  const outcomes = await Promise.all(
    records.map((record) => {
      const student = referenceData.safeParse(record.student_data).data;
      return save({
        id: newMutationId(),
        resource: resource.name,
        kind: 'create',
        body: {
          ...renewalOf(resource, record),
          receipt_number: sentences.renewalReceipt,
          paid_amount: '0.00',
        },
        ...(student && { referenced: { student: { ...student, id: String(record.student) } } }),
      });
    }),
  );
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    renewed: count('saved'),
    waiting: count('queued'),
    refused: count('rejected') + count('not-stored'),
  };
}
