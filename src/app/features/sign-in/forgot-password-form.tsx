import { Button, chakra, Field } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { EmailInput } from './email-input.tsx';
import { FieldError } from './field-error.tsx';
import { FormMessage } from './form-message.tsx';
import { LINK_SENT, NEEDS_CONNECTION } from './messages.ts';
import { SuccessMessage } from './success-message.tsx';

const loadSubmit = () => import('./submit-reset.ts');

const prefetch = () => void loadSubmit().catch(() => undefined);

interface Asked {
  email: string;
}

const resolver: Resolver<Asked> = async (...form) => (await loadSubmit()).resetRequestResolver(...form);

/** Asks for the address that a link goes to, then shows what the host said of it. */
export function ForgotPasswordForm({ onUnknownCall }: { readonly onUnknownCall: () => void }) {
  const [said, setSaid] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Asked>({
    resolver,
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ email }: Asked) => {
    const outcome = await (await loadSubmit()).requestResetLink(email);
    if (outcome.kind === 'unknown-call') return onUnknownCall();
    if (outcome.kind === 'done') return setSaid(outcome.said ?? LINK_SENT);
    const atField = outcome.fields.find(({ field }) => field === 'email');
    setError(atField ? 'email' : 'root', { message: atField?.message ?? outcome.message });
    setFocus('email');
  };
  // What remains to fail is fetching the part that asks.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch(() => setError('root', { message: NEEDS_CONNECTION }));

  if (said !== undefined) {
    return (
      <>
        <SuccessMessage>{said}</SuccessMessage>
        <chakra.p mt="4" color="fg.muted">
          If nothing comes, ask your manager: they can set a new password for you.
        </chakra.p>
      </>
    );
  }
  return (
    <chakra.form noValidate display="grid" gap="4" onFocus={prefetch} onSubmit={submit}>
      <chakra.p color="fg.muted">
        Type the email address that you sign in with, and ask for a link with which you choose a new password.
      </chakra.p>
      <Field.Root invalid={!!errors.email}>
        <Field.Label>Email</Field.Label>
        <EmailInput {...register('email')} />
        <FieldError>{errors.email?.message}</FieldError>
      </Field.Root>
      <FormMessage problem={errors.root?.message} offline={NEEDS_CONNECTION} />
      <Button type="submit" size="lg" width="full" loading={isSubmitting} loadingText="Asking">
        Ask for a link
      </Button>
    </chakra.form>
  );
}
