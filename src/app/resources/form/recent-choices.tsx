import { Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { showsAllChoices } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { labelOf } from '#contract/choices.ts';
import type { Draft, FormDefinition, Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { focusFirstEmpty, useFormContextValue, type Values } from './form-context.ts';
import { messages } from './texts.en.ts';

const MAX_RECENT = 2;

const storedChoices = z.record(z.string(), z.array(z.record(z.string(), z.string())));
type Chosen = Readonly<Record<string, string>>;

const storageKey = () => {
  const owner = currentOwner();
  return owner && `branch-desk.recent-choices ${ownerKey(owner)}`;
};

function choicesOf({ fields }: FormDefinition): readonly string[] {
  const choices = Object.entries(fields).filter(([, { kind, optional }]) => kind === 'choice' && !optional);
  const savesTaps = choices.length > 1 || choices.some(([, field]) => !showsAllChoices(field));
  return savesTaps ? choices.map(([name]) => name) : [];
}

function readAll(): Readonly<Record<string, readonly Chosen[]>> {
  const key = storageKey();
  return (key && storedChoices.safeParse(parseJson(readLocal(key))).data) || {};
}

/** Never throws. */
export function rememberChoices({ name }: Resource, form: FormDefinition, body: Draft): void {
  const key = storageKey();
  const names = choicesOf(form);
  if (!key || names.length === 0) return;
  const chosen = Object.fromEntries(names.map((field) => [field, textOf(body[field])]));
  const all = readAll();
  const others = (all[name] ?? []).filter((one) => names.some((field) => one[field] !== chosen[field]));
  writeLocal(key, JSON.stringify({ ...all, [name]: [chosen, ...others].slice(0, MAX_RECENT) }));
}

/** Beside the first choice. They are offered and never prefilled: an unnoticed default would be saved. */
export function RecentChoices({ name }: { readonly name: string }) {
  const { resource, definition, record } = useFormContextValue();
  const { setValue, formState } = useFormContext<Values>();
  // Fixed when the form opens.
  const [recent] = useState(() => {
    const [first] = choicesOf(definition);
    return record || name !== first ? [] : (readAll()[resource.name] ?? []);
  });
  if (recent.length === 0) return null;
  const choose = (chosen: Chosen, form: HTMLFormElement | null) => {
    for (const [field, value] of Object.entries(chosen))
      setValue(field, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    // Once the values are in the fields.
    requestAnimationFrame(() => focusFirstEmpty(form));
  };
  return (
    <Flex gap="2" wrap="wrap" gridColumn="1 / -1">
      {recent.map((chosen) => {
        const text = joinParts(
          Object.entries(chosen).map(([field, value]) =>
            labelOf(definition.fields[field]?.choices ?? [], value),
          ),
        );
        return (
          <Button
            key={text}
            variant="outline"
            colorPalette="neutral"
            aria-label={messages.asLastTime({ text })}
            onClick={({ currentTarget }) => choose(chosen, currentTarget.form)}
          >
            {text}
          </Button>
        );
      })}
    </Flex>
  );
}
