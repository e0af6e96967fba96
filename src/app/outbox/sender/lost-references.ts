import { type Draft, formOf } from '#contract/define-resource.ts';
import { FAMILY, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { enrolmentNames, entityKey } from '../model/dependencies.ts';
import type { StoredEntry } from '../model/entry.ts';
import { familyPairId } from '../model/family-pair.ts';
import { linesOf } from '../model/line-bodies.ts';

/** Identifies the create of a record whose server id is void. */
interface LostCreate {
  readonly entryId: string;
  readonly temporaryId: string;
}

/** Maps the keys of records that a restore has undone to their creates. */
export type LostCreates = ReadonlyMap<string, LostCreate>;

/** Finds the lost create of the record that a field refers to. */
function lostReferences(entry: StoredEntry, values: Draft | undefined, lost: LostCreates) {
  const { resource: name } = entry.operation;
  if (!values) return [];
  const found = (field: string, refersTo: string) => {
    const create = lost.get(entityKey(refersTo, String(values[field])));
    return create ? [{ field, create }] : [];
  };
  if (name === FAMILY) return [...found('student', 'student'), ...found('other', 'student')];
  if (name === RECEIPT_PRINT) return found('record', String(values.resource));
  if (!isResourceName(name)) return [];
  const resource = resourceOf(name);
  const fields = { ...resource.fields, ...formOf(resource, { ...entry.before, ...entry.body }).fields };
  const planned = name === 'plan' ? enrolmentNames().flatMap((kind) => found('enrolment', kind)) : [];
  const referring = Object.entries(fields).flatMap(([field, { refersTo }]) =>
    refersTo ? found(field, refersTo) : [],
  );
  return [...referring, ...planned];
}

/** Finds the lost creates of what each line of an entry pays for or refers to. */
function lostByLines(entry: StoredEntry, lost: LostCreates) {
  return linesOf(entry).map(({ resource, body }) =>
    Object.entries(formOf(resourceOf(resource), body).fields).flatMap(([field, { refersTo }]) => {
      const create = refersTo && lost.get(entityKey(refersTo, String(body[field])));
      return create ? [{ field, create }] : [];
    }),
  );
}

function withTemporaryLines(entry: StoredEntry, lost: LostCreates): StoredEntry['body'] {
  const { payments = [], records = [] } = entry.body;
  const found = lostByLines(entry, lost);
  if (!Array.isArray(payments) || !Array.isArray(records) || found.every(({ length }) => length === 0))
    return entry.body;
  const rebound = [...records, ...payments].map((line: Draft, index) => ({
    ...line,
    ...Object.fromEntries((found[index] ?? []).map(({ field, create }) => [field, create.temporaryId])),
  }));
  return {
    ...entry.body,
    payments: rebound.slice(records.length),
    ...(records.length > 0 && { records: rebound.slice(0, records.length) }),
  };
}

function withTemporaryIds<T extends Draft>(entry: StoredEntry, values: T, lost: LostCreates): T {
  const references = lostReferences(entry, values, lost);
  return {
    ...values,
    ...Object.fromEntries(references.map(({ field, create }) => [field, create.temporaryId])),
  };
}

/** Returns an entry that names the records of lost creates by their temporary ids again, and is sent after them. */
export function rebound(entry: StoredEntry, lost: LostCreates): StoredEntry {
  const { operation } = entry;
  const own =
    operation.kind === 'create' ? undefined : lost.get(entityKey(operation.resource, operation.recordId));
  const parents = [
    ...(own ? [own] : []),
    ...lostByLines(entry, lost).flatMap((found) => found.map(({ create }) => create)),
    ...[entry.body, entry.before].flatMap((values) =>
      lostReferences(entry, values, lost).map(({ create }) => create),
    ),
  ].filter(({ entryId }) => entryId !== entry.id);
  if (parents.length === 0) return entry;
  const body = withTemporaryIds(entry, withTemporaryLines(entry, lost), lost);
  const isPair = operation.resource === FAMILY;
  const recordId = isPair ? familyPairId(body) : (own?.temporaryId ?? operation.recordId);
  return {
    ...entry,
    operation: { ...operation, recordId },
    entityKey: entityKey(operation.resource, recordId),
    body,
    before: entry.before && {
      ...withTemporaryIds(entry, entry.before, lost),
      id: own?.temporaryId ?? entry.before.id,
    },
    sent: undefined,
    dependsOn: [...new Set([...entry.dependsOn, ...parents.map(({ entryId }) => entryId)])],
  };
}
