import { Button, chakra, Field } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { FormMessage } from './form-message.tsx';
import { NEEDS_CONNECTION, PASSWORD_SET } from './messages.ts';
import { PasswordInput } from './password-input.tsx';

const loadSubmit = () => import('./submit-reset.ts');

const prefetch = () => void loadSubmit().catch(() => undefined);

interface NewPassword {
  password: string;
  again: string;
}

const resolver: Resolver<NewPassword> = async (...form) => (await loadSubmit()).newPasswordResolver(...form);

interface NewPasswordFormProps {
  /** What the link carries. */
  readonly token: string;
  readonly onDone: (said: string) => void;
  readonly onUnknownCall: () => void;
  /** The link does not work: to ask for another one. */
  readonly onAskAgain: () => void;
}

/** The new password, twice. */
export function NewPasswordForm({ token, onDone, onUnknownCall, onAskAgain }: NewPasswordFormProps) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<NewPassword>({
    resolver,
    defaultValues: { password: '', again: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ password }: NewPassword) => {
    const outcome = await (await loadSubmit()).setNewPassword(token, password);
    if (outcome.kind === 'unknown-call') return onUnknownCall();
    if (outcome.kind === 'done') return onDone(outcome.said ?? PASSWORD_SET);
    const atField = outcome.fields.find(({ field }) => field === 'password');
    setError(atField ? 'password' : 'root', { message: atField?.message ?? outcome.message });
    setFocus('password');
  };
  // What remains to fail is fetching the part that asks.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch(() => setError('root', { message: NEEDS_CONNECTION }));

  return (
    <chakra.form noValidate display="grid" gap="4" onFocus={prefetch} onSubmit={submit}>
      <Field.Root invalid={!!errors.password}>
        <Field.Label>New password</Field.Label>
        <PasswordInput
          autoComplete="new-password"
          shown={shown}
          onToggle={() => setShown(!shown)}
          {...register('password')}
        />
        <FieldError>{errors.password?.message}</FieldError>
      </Field.Root>
      <Field.Root invalid={!!errors.again}>
        <Field.Label>New password again</Field.Label>
        <PasswordInput autoComplete="new-password" shown={shown} {...register('again')} />
        <FieldError>{errors.again?.message}</FieldError>
      </Field.Root>
      <FormMessage problem={errors.root?.message} offline={NEEDS_CONNECTION} />
      <Button type="submit" size="lg" width="full" loading={isSubmitting} loadingText="Saving">
        Set the new password
      </Button>
      <Button width="full" variant="outline" colorPalette="neutral" onClick={onAskAgain}>
        Ask for a new link
      </Button>
    </chakra.form>
  );
}
