import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { showsAllChoices } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import type { Draft, FormDefinition, Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

const MAX_RECENT = 2;

/** Recent values are offered where the list is too long for buttons. */
const isLongList = (field: Field | undefined) => field?.kind === 'choice' && !showsAllChoices(field);

const storedChoices = z.record(z.string(), z.array(z.string()));
const storageKey = () => {
  const owner = currentOwner();
  return owner && `branch-desk.recent-choices ${ownerKey(owner)}`;
};
const fieldKeyOf = ({ name }: Resource, field: string) => `${name} ${field}`;

function readAll(): Readonly<Record<string, readonly string[]>> {
  const key = storageKey();
  return (key && storedChoices.safeParse(parseJson(readLocal(key))).data) || {};
}

/** Newest first. They are offered and never prefilled, because an unnoticed default would be saved. */
export function recentChoices(
  resource: Resource,
  { fields }: FormDefinition,
  name: string,
): readonly string[] {
  return isLongList(fields[name]) ? (readAll()[fieldKeyOf(resource, name)] ?? []) : [];
}

/** Never throws. */
export function rememberChoices(resource: Resource, { fields }: FormDefinition, body: Draft): void {
  const key = storageKey();
  const all = readAll();
  const added = Object.entries(fields).flatMap(([name, field]) => {
    const value = textOf(body[name]);
    if (!isLongList(field) || value === '') return [];
    const fieldKey = fieldKeyOf(resource, name);
    return [
      [
        fieldKey,
        [value, ...(all[fieldKey] ?? []).filter((previous) => previous !== value)].slice(0, MAX_RECENT),
      ],
    ];
  });
  if (key && added.length > 0) writeLocal(key, JSON.stringify({ ...all, ...Object.fromEntries(added) }));
}
