import { Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { RECENT_REASONS } from '#app/lib/typed-keys.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { messages } from './texts.en.ts';

const MOST_KEPT = 4;

const storedReasons = z.array(z.string()).catch([]);

const storageKey = (form: string): string | undefined => {
  const owner = currentOwner();
  return owner && `${RECENT_REASONS}${form} ${ownerKey(owner)}`;
};

function recentReasons(form: string): readonly string[] {
  const key = storageKey(form);
  return key === undefined ? [] : storedReasons.parse(parseJson(readLocal(key)) ?? []);
}

/** Never throws. */
export function rememberReason(form: string, reason: string): void {
  const key = storageKey(form);
  if (key === undefined || reason === '') return;
  const others = recentReasons(form).filter((one) => one !== reason);
  writeLocal(key, JSON.stringify([reason, ...others].slice(0, MOST_KEPT)));
}

interface ReasonFieldProps {
  readonly form: string;
  readonly usual: readonly string[];
}

export function ReasonField({ form, usual }: ReasonFieldProps) {
  const { setValue, formState } = useFormContext<Values>();
  // They do not move while the form is open.
  const [recent] = useState(() => recentReasons(form));
  const offered = [...recent, ...usual.filter((one) => !recent.includes(one))].slice(0, MOST_KEPT);
  const take = (reason: string) =>
    setValue('reason', reason, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <div>
      <FieldInput name="reason" />
      <Flex role="group" aria-label={messages.reasons} gap="2" wrap="wrap" marginBlockStart="2">
        {offered.map((reason) => (
          <Button
            key={reason}
            variant="outline"
            colorPalette="neutral"
            maxWidth="full"
            minHeight="target"
            height="auto"
            whiteSpace="normal"
            onClick={() => take(reason)}
            {...typedText(reason)}
          >
            {reason}
          </Button>
        ))}
      </Flex>
    </div>
  );
}
