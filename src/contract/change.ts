import { z } from 'zod';
import type { Draft } from './define-resource.ts';
import type { Field, FieldMap } from './fields.ts';
import type { Language } from './messages.ts';
import { formatDecimal, parseQuantity, readPiastres } from './money.ts';
import { CASH } from './payment-methods.ts';
import { storedPhone } from './phones.ts';
import { parseJson } from './plan-parts.ts';
import { seenLine, seenText } from './typed-text.ts';

/** Member of a PATCH body with the values that the change is based on (decision 41). */
export const BASE = 'base';

export const IF_MATCH = 'If-Match';

export interface FieldConflict {
  readonly base: unknown;
  readonly yours: unknown;
  readonly now: unknown;
}

export type FieldConflicts = Readonly<Record<string, FieldConflict>>;

export interface Change {
  readonly base: Draft;
  readonly yours: Draft;
}

export interface MergedChange {
  readonly changes: Draft;
  readonly conflicts: FieldConflicts;
}

export const changedMeanwhile = z.object({
  detail: z.string().optional(),
  conflicts: z
    .record(z.string(), z.object({ base: z.unknown(), yours: z.unknown(), now: z.unknown() }))
    .optional(),
  current: z.looseObject({ id: z.union([z.string(), z.number().transform(String)]) }),
});

/**
 * For ETag and If-Match, which compares the version alone.
 * @param summaryVersion changes of other records that the answer shows
 * @param isPartial hidden fields are left out, so another role must not take it for the whole record
 * @param language of the answer's labels
 */
export function versionTag(
  version: number,
  summaryVersion = 0,
  isPartial = false,
  language: Language = 'en',
): string {
  const summary = summaryVersion === 0 ? '' : `.${summaryVersion}`;
  return `"${version}${summary}${isPartial ? '-part' : ''}${language === 'en' ? '' : `-${language}`}"`;
}

const TAG = /^(?:W\/)?"(\d{1,9})(?:\.\d{1,9})?(?:-part)?(?:-[a-z]{2})?"$/;

export function readIfMatch(header: string): ReadonlySet<number> | 'any' | undefined {
  if (header.trim() === '*') return 'any';
  const versions = header.split(',').map((tag) => TAG.exec(tag.trim())?.[1]);
  const known = versions.filter((version) => version !== undefined);
  return known.length === versions.length ? new Set(known.map(Number)) : undefined;
}

/** Absent and "" are null, or false for a flag; money is decimal text. Malformed values stay as they are. */
export function canonicalValue({ kind, read }: Field, value: unknown): unknown {
  if (kind === 'flag') return value === true || value === 'true';
  if (kind === 'method') return value || CASH;
  if (value === undefined || value === null || value === '') return null;
  if (kind === 'parts')
    return JSON.stringify(read.safeParse(typeof value === 'string' ? parseJson(value) : value).data ?? []);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return text;
  if (kind === 'money') {
    const amount = readPiastres(text);
    return amount === undefined ? text : formatDecimal(amount);
  }
  if (kind === 'quantity') return parseQuantity(text)?.toString() ?? text;
  if (kind === 'date') return text.slice(0, 10);
  if (kind === 'phone') return storedPhone(text) || null;
  return (kind === 'long-text' ? seenText(text) : seenLine(text)) || null;
}

export function isSameValue(field: Field, left: unknown, right: unknown): boolean {
  return canonicalValue(field, left) === canonicalValue(field, right);
}

/** Absent fields of the draft are untouched (decision 41). */
export function changeOf(fields: FieldMap, before: Draft, draft: Draft): Change {
  const touched = Object.entries(fields).filter(
    ([name, field]) => draft[name] !== undefined && !isSameValue(field, before[name], draft[name]),
  );
  return {
    base: Object.fromEntries(touched.map(([name]) => [name, before[name] ?? null])),
    yours: Object.fromEntries(touched.map(([name]) => [name, draft[name]])),
  };
}

/**
 * Adds untouched fields that merge as one with a touched one, so that another device's change of them is a conflict.
 * @param before the record that the change was made upon
 */
export function withJoinedFields(fields: FieldMap, { base, yours }: Change, before: Draft): Change {
  const joined = Object.keys(fields).filter((name) => fields[name]?.mergesAsOne);
  if (!joined.some((name) => Object.hasOwn(base, name))) return { base, yours };
  const shown = joined.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]] as const]));
  const untouched = Object.fromEntries(shown.filter(([name]) => !Object.hasOwn(base, name)));
  return { base: { ...untouched, ...base }, yours: { ...untouched, ...yours } };
}

function joinedChanged(fields: FieldMap, { base, yours }: Change, now: Draft): boolean {
  return Object.entries(fields).some(
    ([name, field]) =>
      field.mergesAsOne &&
      Object.hasOwn(base, name) &&
      !isSameValue(field, base[name], now[name]) &&
      !isSameValue(field, yours[name], now[name]),
  );
}

/**
 * Field by field; changed by both to different values is a conflict (decision 41). Fields that merge as one conflict
 * together.
 */
export function mergeChange(fields: FieldMap, { base, yours }: Change, now: Draft): MergedChange {
  const changes: Record<string, unknown> = {};
  const conflicts: Record<string, FieldConflict> = {};
  const joinedConflict = joinedChanged(fields, { base, yours }, now);
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(base, name) || yours[name] === undefined) continue;
    const [from, to, stored] = [base[name], yours[name], now[name]];
    const inConflict = joinedConflict && field.mergesAsOne;
    if ((isSameValue(field, from, to) && !inConflict) || isSameValue(field, to, stored)) continue;
    if (isSameValue(field, from, stored) && !inConflict) changes[name] = to;
    else conflicts[name] = { base: from ?? null, yours: to, now: stored ?? null };
  }
  return { changes, conflicts };
}
