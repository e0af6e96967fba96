import { BASE, changeOf, mergeChange } from '#contract/change.ts';
import type { Draft, FormDefinition } from '#contract/define-resource.ts';
import type { FieldMap } from '#contract/fields.ts';
import { badField } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { parsePatch } from './body.ts';
import { assertNoConflicts } from './changed-meanwhile.ts';
import type { WireRecord } from './record-reader.ts';

/** Tells whether a body names the values that its change is based on. */
export const hasBase = (body: unknown): body is Draft => isObject(body) && body[BASE] !== undefined;

const isObject = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses `base`: a value for each touched field; members that are no fields are left out. @throws {HttpError} 400 */
function parseBase(fields: FieldMap, base: unknown): Draft {
  if (!isObject(base)) throw badField(BASE, messages.baseInvalid);
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(base, name));
  for (const [name, { read }] of known) {
    if (base[name] !== null && !read.safeParse(base[name]).success)
      throw badField(BASE, messages.baseInvalid);
  }
  return Object.fromEntries(known.map(([name]) => [name, base[name]]));
}

/**
 * Merges values into what is stored, where the body's `base` says that they were touched (decision 41).
 * @param before what is stored, under its lock
 * @throws {HttpError} 400 at `base`, 409 with the conflicts
 */
export function mergedUponBase(
  fields: FieldMap,
  before: object & { readonly id: string },
  { body, parse }: { readonly body: Draft; readonly parse: (touched: Draft) => Draft },
): Draft {
  const base = parseBase(fields, body[BASE]);
  const touched = Object.entries(body).filter(([name]) => Object.hasOwn(base, name));
  const yours = parse(Object.fromEntries(touched));
  const { changes, conflicts } = mergeChange(fields, { base, yours }, { ...before });
  assertNoConflicts(before, conflicts);
  return changes;
}

/**
 * Returns the fields that a PATCH changes. With `base` these are the touched fields, merged into the locked record; without it those of the
 * body whose values differ (decisions 33 and 41).
 * @returns undefined if it changes nothing
 * @throws {HttpError} 400 at invalid fields or `base`, 409 with the conflicts
 */
export function mergedPatch(form: FormDefinition, before: WireRecord, body: unknown): Draft | undefined {
  const parse = (touched: unknown) => parsePatch(form, touched);
  const changes = hasBase(body)
    ? mergedUponBase(form.fields, before, { body, parse })
    : changeOf(form.fields, before, parse(body)).yours;
  return Object.keys(changes).length === 0 ? undefined : changes;
}
