import { chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { reloadOnceForChunk } from '#app/api/chunk-load-error.ts';
import { isInsecure } from '#app/lib/secure-context.ts';
import { Field } from '#app/ui/field.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { EmailInput } from './email-input.tsx';
import { FormMessage } from './form-message.tsx';
import { messages } from './messages.ts';
import { SubmitButton } from './submit-button.tsx';

/** Loads the schemas and the API client on the first focus, so that they do not delay the page. */
const loadSubmit = () => import('./submit-sign-in.ts');

interface Login {
  email: string;
  password: string;
}

const prefetch = () => void loadSubmit().catch(() => undefined);

const resolver: Resolver<Login> = async (...form) => (await loadSubmit()).loginResolver(...form);

/** Renders email and password. The server's error is shown above the button (specification, section 8). */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Login>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ email, password }: Login) => {
    if (isInsecure()) return;
    const problem = await (await loadSubmit()).submitSignIn(email, password);
    if (problem === undefined) return onSignedIn();
    setError('root', { message: problem });
    setFocus('password', { shouldSelect: true });
  };
  // Only loading the chunk can still fail here. A browser caches that failure until the page is reloaded.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch((error: unknown) => {
      if (!reloadOnceForChunk(error)) setError('root', { message: messages.signInNeedsConnection });
    });

  return (
    <chakra.form noValidate display="grid" gap="4" onFocus={prefetch} onSubmit={submit}>
      <Field.Root invalid={!!errors.email}>
        <Field.Label>{messages.email}</Field.Label>
        <EmailInput {...register('email')} />
        <FieldError>{errors.email?.message}</FieldError>
      </Field.Root>
      <PasswordField
        label={messages.password}
        error={errors.password?.message}
        autoComplete="current-password"
        shown={shown}
        onToggle={() => setShown(!shown)}
        {...register('password')}
      />
      <FormMessage problem={errors.root?.message} offline={messages.signInNeedsConnection} />
      <SubmitButton isSubmitting={isSubmitting} submitting={messages.loggingIn}>
        {messages.login}
      </SubmitButton>
    </chakra.form>
  );
}
