import { Field } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { FieldError } from '#app/ui/field-error.tsx';
import { EmailInput } from './email-input.tsx';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { SubmitButton } from './submit-button.tsx';
import { SuccessMessage } from './success-message.tsx';
import { messages } from './texts.en.ts';

const loadSubmit = () => import('./submit-reset.ts');

const prefetch = () => void loadSubmit().catch(() => undefined);

interface ResetRequest {
  email: string;
}

const resolver: Resolver<ResetRequest> = async (...form) =>
  (await loadSubmit()).resetRequestResolver(...form);

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
    if (result.kind === 'done') return setSuccessMessage(result.message ?? messages.linkSent);
    const fieldProblem = result.fields.find(({ field }) => field === 'email');
    setError(fieldProblem ? 'email' : 'root', { message: fieldProblem?.message ?? result.message });
    setFocus('email');
  };
  // Only loading the chunk can still fail here.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch(() => setError('root', { message: messages.resetNeedsConnection }));

  if (successMessage !== undefined) {
    return (
      <>
        <SuccessMessage>{successMessage}</SuccessMessage>
        <p className={styles.note}>{messages.noLinkReceived}</p>
      </>
    );
  }
  return (
    <form className={styles.form} noValidate onFocus={prefetch} onSubmit={submit}>
      <p className={styles.muted}>{messages.linkIntroduction}</p>
      <Field.Root invalid={!!errors.email}>
        <Field.Label>{messages.email}</Field.Label>
        <EmailInput {...register('email')} />
        <FieldError>{errors.email?.message}</FieldError>
      </Field.Root>
      <FormMessage problem={errors.root?.message} offline={messages.resetNeedsConnection} />
      <SubmitButton isSubmitting={isSubmitting} submitting={messages.requestingLink}>
        {messages.requestLink}
      </SubmitButton>
    </form>
  );
}
