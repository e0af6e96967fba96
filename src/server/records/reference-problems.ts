import { type RawBuilder, sql } from 'kysely';
import { BASE } from '#contract/change.ts';
import type { Draft, FormDefinition } from '#contract/define-resource.ts';
import { formOf } from '#contract/define-resource.ts';
import { fieldErrors, readErrorBody } from '#contract/errors.ts';
import { type Problem, problemsIn } from '#contract/problems.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { missingReferenceMessage, parseRecordId } from '#server/db/columns.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';
import { badFields, HttpError } from '#server/platform/http-error.ts';
import { isObject } from './body.ts';
import type { Repository } from './repository.ts';

interface NamedReference {
  readonly field: string;
  readonly resource: ResourceName;
  readonly id: string | undefined;
  readonly message: string;
}

/** Fields that do not parse report themselves and are left out. */
function namedReferences({ fields }: FormDefinition, body: Draft): NamedReference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { kind, refersTo: resource, write } = field;
    const parsed = kind === 'reference' && resource ? write.safeParse(body[name]) : undefined;
    if (!parsed?.success || !resource || parsed.data === undefined || parsed.data === null) return [];
    const id = parseRecordId(String(parsed.data));
    return [{ field: name, resource, id, message: missingReferenceMessage(field) }];
  });
}

/** Selects one row with the field's name if its record exists and may be referred to. */
function existence(scope: BranchScope, { field, resource, id }: NamedReference): RawBuilder<unknown> {
  const { table, kind, computed } = tableOf(resource);
  const ofKind = kind === undefined ? sql`` : sql`and r.kind = ${kind}`;
  const payable = computed.is_installment ? sql`and not ${computed.is_installment}` : sql``;
  const found = sql`select ${sql.lit(field)} as field from ${scope.rows(table)} as r where r.id = ${id} ${ofKind} ${payable}`;
  if (table !== 'student') return found;
  // A student who was merged stands for the one who stays (decision 106).
  return sql`${found} union all select ${sql.lit(field)} from ${scope.rows('student_merge')} as r where r.merged_id = ${id}`;
}

async function missingReferences(
  scope: BranchScope,
  references: readonly NamedReference[],
): Promise<NamedReference[]> {
  const possible = references.filter(({ id }) => id !== undefined);
  const existing =
    possible.length === 0
      ? []
      : await scope.all(
          sql<{ field: string }>`${sql.join(
            possible.map((reference) => existence(scope, reference)),
            sql` union all `,
          )}`,
        );
  const found = new Set(existing.map(({ field }) => field));
  return references.filter(({ field }) => !found.has(field));
}

const missingProblem = ({ field, message }: NamedReference): Problem => ({
  field,
  message,
  code: 'missing-record',
});

/** @throws {HttpError} 400 at the fields of unknown records */
export async function assertReferences(scope: BranchScope, form: FormDefinition, body: Draft): Promise<void> {
  const missing = await missingReferences(scope, namedReferences(form, body));
  if (missing.length > 0) throw badFields(missing.map(missingProblem));
}

/** Only adds to a refusal at fields; other errors stay as they are. */
async function withMissingReferences(
  scope: BranchScope,
  error: unknown,
  form: FormDefinition,
  body: unknown,
): Promise<unknown> {
  if (!(error instanceof HttpError) || error.status !== 400 || !isObject(body)) return error;
  const { fields: problems = [] } = readErrorBody(error.body) ?? {};
  if (problems.length === 0) return error;
  const reported = new Set(problems.map(({ field }) => field));
  // Without a readable base the touched fields are unknown.
  if (reported.has(BASE)) return error;
  const unreported = namedReferences(form, body).filter(({ field }) => !reported.has(field));
  const missing = await missingReferences(scope, unreported);
  if (missing.length === 0) return error;
  const withFacts = [...problemsIn(error.body), ...missing.map(missingProblem)];
  return new HttpError(400, { ...error.body, ...fieldErrors(missing), problems: withFacts });
}

/** The touched fields if it names a base, without fixed fields. */
function changeable(form: FormDefinition, body: unknown): Draft {
  if (!isObject(body)) return {};
  const base = body[BASE];
  const isTouched = (name: string) => !isObject(base) || Object.hasOwn(base, name);
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => isTouched(name) && !form.fields[name]?.immutable),
  );
}

/**
 * A refused body is answered with its unknown references as well (decision 45). A body without faults costs no further
 * query.
 */
export function withReferenceProblems({ create, update, remove }: Repository): Repository {
  const formOfBody = ({ resource }: TableMapping, body: unknown) =>
    formOf(resource, isObject(body) ? body : {});
  return {
    async create(scope, mapping, body) {
      return create(scope, mapping, body).catch(async (error: unknown) => {
        throw await withMissingReferences(scope, error, formOfBody(mapping, body), body);
      });
    },
    async update(scope, mapping, id, body, ifMatch) {
      return update(scope, mapping, id, body, ifMatch).catch(async (error: unknown) => {
        const form = formOfBody(mapping, body);
        throw await withMissingReferences(scope, error, form, changeable(form, body));
      });
    },
    remove,
  };
}
