import { sql } from 'kysely';
import type { z } from 'zod';
import { dayAfter } from '#contract/days.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import {
  type DueRenewals,
  type RenewableResource,
  type RenewalsAnswer,
  renewableResources,
  renewalsBody,
} from '#contract/renewals.ts';
import { ENDED_DAYS, ENDING_SOON_DAYS, renewalOf } from '#contract/rules/renewal.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseRecordId } from '#server/db/columns.ts';
import { httpErrorOf } from '#server/db/database-errors.ts';
import { tableOf } from '#server/db/tables.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { isDue } from '#server/records/presence.ts';
import { readRecord, type WireRecord } from '#server/records/record-reader.ts';
import { visibleRecord } from '#server/records/seen-records.ts';
import { repositoryOf } from '#server/resources/repositories.ts';

type Row = z.output<typeof renewalsBody>['rows'][number];

/** In the order of their ids, so that two desks that renew the same in another order do not deadlock. */
async function lockAll(scope: BranchScope, rows: readonly Row[]): Promise<void> {
  const ids = rows.flatMap(({ record }) => parseRecordId(record) ?? []).map(String);
  await scope.all(sql`select id from ${scope.rows('enrolment')} as r where id = any(${ids}::uuid[])
    order by id for no key update`);
  await scope.all(sql`select id from ${scope.rows('student')} as r where id in (
      select student_id from ${scope.rows('enrolment')} as its where its.id = any(${ids}::uuid[]))
    order by id for key share`);
}

async function renew(scope: BranchScope, { resource, record: id, body }: Row): Promise<WireRecord> {
  const mapping = tableOf(resource);
  scope.assertMay(permissionFor(mapping.resource, 'create'));
  const parsed = parseRecordId(id);
  const last = parsed === undefined ? undefined : await readRecord(scope, mapping, parsed);
  if (!last || last.is_installment) throw notFound();
  return repositoryOf(mapping).create(scope, mapping, {
    ...renewalOf(mapping.resource, last),
    receipt_number: sentences.renewalReceipt,
    paid_amount: '0',
    ...body,
    renews: last.id,
  });
}

/** Undefined for an error that concerns the whole write: it is rolled back, or tried again. */
function refusalOf(error: unknown): { readonly status: number; readonly refusal: ErrorBody } | undefined {
  const refused = error instanceof HttpError ? error : httpErrorOf(error);
  return refused && refused.status < 500 ? { status: refused.status, refusal: refused.body } : undefined;
}

/** Each row is written or refused by itself, as if it were sent alone (decision 133). */
export async function createRenewals(scope: BranchScope, body: unknown): Promise<RenewalsAnswer> {
  const { rows } = parseBody(renewalsBody, body);
  await lockMonthShared(scope);
  await lockAll(scope, rows);
  const outcomes: RenewalsAnswer['rows'] = [];
  for (const row of rows) {
    const { resource, record } = row;
    await scope.all(sql`savepoint renewal`);
    try {
      const made = await renew(scope, row);
      const created = { ...visibleRecord(scope, tableOf(resource), made), id: made.id };
      outcomes.push({ resource, record, status: 201, created });
      await scope.all(sql`release savepoint renewal`);
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) throw error;
      await scope.all(sql`rollback to savepoint renewal`);
      outcomes.push({ resource, record, ...refused });
    }
  }
  return { rows: outcomes };
}

const isRenewable = (kind: string): kind is RenewableResource =>
  renewableResources.some((name) => name === kind);

export async function readDueRenewals(scope: BranchScope): Promise<DueRenewals> {
  const today = scope.today;
  const due = isDue(scope, dayAfter(today, -ENDED_DAYS), dayAfter(today, ENDING_SOON_DAYS));
  const counted = await scope.all(sql<{ kind: string; ending: number; ended: number }>`
    select r.kind, (count(*) filter (where r.runs_until >= ${today}::date))::int as ending,
      (count(*) filter (where r.runs_until < ${today}::date))::int as ended
    from ${scope.rows('enrolment')} as r where ${due} group by r.kind`);
  const place = (kind: RenewableResource) => renewableResources.indexOf(kind);
  return {
    kinds: counted
      .flatMap(({ kind, ...counts }) => (isRenewable(kind) ? [{ resource: kind, ...counts }] : []))
      .sort((one, other) => place(one.resource) - place(other.resource)),
  };
}
