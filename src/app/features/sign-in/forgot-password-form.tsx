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

interface ResetRequest {
  email: string;
}

const resolver: Resolver<ResetRequest> = async (...form) =>
  (await loadSubmit()).resetRequestResolver(...form);

/** Requests a reset link for an email address, then shows the server's message. */
export function ForgotPasswordForm({ onUnknownCall }: { readonly onUnknownCall: () => void }) {
  const [successMessage, setSuccessMessage] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<ResetRequest>({
    resolver,
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ email }: ResetRequest) => {
    const result = await (await loadSubmit()).requestResetLink(email);
    if (result.kind === 'unknown-call') return onUnknownCall();
    if (result.kind === 'done') return setSuccessMessage(result.message ?? LINK_SENT);
    const fieldProblem = result.fields.find(({ field }) => field === 'email');
    setError(fieldProblem ? 'email' : 'root', { message: fieldProblem?.message ?? result.message });
    setFocus('email');
  };
  // Only loading the chunk can still fail here.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch(() => setError('root', { message: NEEDS_CONNECTION }));

  if (successMessage !== undefined) {
    return (
      <>
        <SuccessMessage>{successMessage}</SuccessMessage>
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
