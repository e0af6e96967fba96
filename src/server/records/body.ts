import { z } from 'zod';
import { BASE, changeOf, mergeChange } from '#contract/change.ts';
import {
  createBody,
  type Draft,
  type FormDefinition,
  patchBody,
  violatedRules,
} from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import type { FieldMap } from '#contract/fields.ts';
import { givenId } from '#contract/ids.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, badFields } from '#server/platform/http-error.ts';
import type { WireRecord } from './record-reader.ts';
import { assertNoConflicts } from './write-guards.ts';

/** A missing body counts as an empty object. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { error: inPlainWords });
  if (!parsed.success) throw badFields(problemsOf(parsed.error));
  return parsed.data;
}

const named = z.object({ id: givenId });

export function parseCreate(form: FormDefinition, body: unknown): Draft {
  const draft = parseBody(createBody(form), body);
  const { id } = parseBody(named, body);
  return id === undefined ? draft : { ...draft, id };
}

/** Absent fields stay unchanged (decision 33). */
function parsePatch(form: FormDefinition, body: unknown): Draft {
  return parseBody(patchBody(form), body);
}

export function assertRules(form: FormDefinition, merged: Draft, before: Draft): void {
  const problems = violatedRules(form, merged, before);
  if (problems.length > 0) throw badFields(problems);
}

export const hasBase = (body: unknown): body is Draft => isObject(body) && body[BASE] !== undefined;

export const isObject = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value for each touched field; members that are no fields are left out. */
function parseBase(fields: FieldMap, base: unknown): Draft {
  if (!isObject(base)) throw badField(BASE, messages.baseInvalid);
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(base, name));
  for (const [name, { read }] of known) {
    if (base[name] !== null && !read.safeParse(base[name]).success)
      throw badField(BASE, messages.baseInvalid);
  }
  return Object.fromEntries(known.map(([name]) => [name, base[name]]));
}

/** Merges into the locked record only the fields that `base` names as touched (decision 41). */
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

/** Undefined if nothing changes. Without `base` the fields that differ count as touched (decisions 33 and 41). */
export function mergedPatch(form: FormDefinition, before: WireRecord, body: unknown): Draft | undefined {
  const parse = (touched: unknown) => parsePatch(form, touched);
  const changes = hasBase(body)
    ? mergedUponBase(form.fields, before, { body, parse })
    : changeOf(form.fields, before, parse(body)).yours;
  return Object.keys(changes).length === 0 ? undefined : changes;
}
