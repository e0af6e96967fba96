import { sql } from 'kysely';
import { formatMoney } from '#contract/money.ts';
import { readParts, sumOfParts } from '#contract/plan-parts.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseRecordId } from '#server/db/columns.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField } from '#server/platform/http-error.ts';
import type { ResourceHooks } from '#server/records/records.ts';

/** Reminders and promises show who recorded them (decision 108). */
async function stampRecorder(scope: BranchScope) {
  return { serverFields: { created_by: scope.userId, created_by_name: await userName(scope) } };
}

export const attachedHooks: ResourceHooks = { beforeCreate: stampRecorder };

interface Planned {
  readonly student_id: string;
  /** What remains and what was paid later; without refunds the price less the first payment. In piastres. */
  readonly left: bigint;
}

async function plannedOf(scope: BranchScope, enrolment: unknown): Promise<Planned> {
  const id = parseRecordId(String(enrolment));
  const found =
    id === undefined
      ? undefined
      : await scope.first(sql<Planned>`
          select student_id, remaining + greatest(0, installments_paid - refunded) as left from ${scope.rows('enrolment')} as r
          where id = ${id} and related_id is null`);
  if (!found) throw badField('enrolment', messages.missingReference({ label: 'enrolment' }));
  return found;
}

function assertFits(parts: unknown, { left }: Planned): void {
  const total = sumOfParts(readParts(parts));
  if (total === left) return;
  const amounts = { parts: formatMoney(total), left: formatMoney(left) };
  throw badField('parts', messages.planMisfit(amounts));
}

/** Parts add up to the price without the first payment (decision 108). Later changes of the enrolment are not refused. */
export const planHooks: ResourceHooks = {
  async beforeCreate(scope, columns) {
    const planned = await plannedOf(scope, columns.enrolment);
    if (planned.student_id !== columns.student_id) throw badField('enrolment', messages.planOfOther);
    assertFits(columns.parts, planned);
    return stampRecorder(scope);
  },
  async validateUpdate(scope, row, columns) {
    if (columns.parts !== undefined) assertFits(columns.parts, await plannedOf(scope, row.enrolment));
  },
};
