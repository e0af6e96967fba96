import { Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { blockReload } from '#app/lib/update-guard.ts';
import { Callout } from '#app/ui/callout.tsx';
import { profileBody } from '#contract/account.ts';
import { messages } from './messages.ts';

export type Profile = z.output<typeof profileBody>;

/** The fields; the label is a key of messages. */
const fields = [
  { name: 'first_name', label: 'firstName', type: 'text', autoComplete: 'given-name' },
  { name: 'last_name', label: 'lastName', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'email', type: 'email', autoComplete: 'email' },
] as const;

interface ProfileFormProps {
  readonly start: Profile;
  /** The error of the last attempt; `start` then contains what was typed. */
  readonly failure: Error | null;
  readonly onSubmit: (profile: Profile) => void;
  readonly onCancel: () => void;
}

/** Renders the profile in edit mode. */
export function ProfileForm({ start, failure, onSubmit, onCancel }: ProfileFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(profileBody),
    defaultValues: start,
  });
  const { errors, isDirty } = formState;

  useEffect(() => (isDirty ? blockReload('unsaved') : undefined), [isDirty]);
  useEffect(() => {
    const problems = failure instanceof ApiError ? failure.fields : [];
    for (const { field, message } of problems) {
      const known = fields.find(({ name }) => name === field);
      if (known) setError(known.name, { message });
    }
    if (failure) setError('root', { message: failureMessage(failure) });
    const first = fields.find(({ name }) => problems.some(({ field }) => field === name)) ?? fields[0];
    setFocus(first.name);
  }, [failure, setError, setFocus]);

  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      {fields.map(({ name, label, type, autoComplete }) => (
        <Field.Root key={name} invalid={!!errors[name]}>
          <Field.Label>{messages[label]}</Field.Label>
          <Input type={type} autoComplete={autoComplete} dir="auto" {...register(name)} />
          {errors[name] && (
            <Field.ErrorText>
              <CircleAlert size={16} aria-hidden />
              {errors[name].message}
            </Field.ErrorText>
          )}
        </Field.Root>
      ))}
      {errors.root && (
        <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
          {errors.root.message}
        </Callout>
      )}
      <Flex gap="3" justify="flex-end">
        <Button variant="outline" colorPalette="neutral" onClick={onCancel}>
          {appMessages.cancel}
        </Button>
        <Button type="submit">{messages.save}</Button>
      </Flex>
    </chakra.form>
  );
}

/** Returns the server's detail, else "Edit failed" (specification, section 8), or the offline message. */
function failureMessage(failure: Error): string {
  if (!(failure instanceof ApiError)) return messages.editFailed;
  return failure.kind === 'transient' ? failure.message : (failure.detail ?? messages.editFailed);
}
