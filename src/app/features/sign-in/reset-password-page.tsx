import { Button, Field } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { FieldError } from '#app/ui/field-error.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { EmailInput, FormMessage, SubmitButton, SuccessMessage } from './form-parts.tsx';
import { forgetLinkToken, LinkPage, useLinkDone, useLinkToken } from './link-page.tsx';
import styles from './sign-in.module.css';
import { messages } from './texts.en.ts';

const loadCalls = () => import('./link-calls.ts');

const prefetch = () => void loadCalls().catch(() => undefined);

const SET_PASSWORD_COMMAND = 'npm run admin -- user password --email name@example.org';

function AskManager() {
  return (
    <>
      <p className={styles.muted}>{messages.askManager}</p>
      <details className={styles.details}>
        <summary className={styles.summary}>{messages.forAdministrator}</summary>
        <p className={styles.muted}>{messages.runOnServer}</p>
        <code className={styles.command}>{SET_PASSWORD_COMMAND}</code>
      </details>
    </>
  );
}

interface ResetRequest {
  email: string;
}

const requestResolver: Resolver<ResetRequest> = async (...form) =>
  (await loadCalls()).resetRequestResolver(...form);

function ForgotPasswordForm({ onUnknownCall }: { readonly onUnknownCall: () => void }) {
  const [successMessage, setSuccessMessage] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<ResetRequest>({
    resolver: requestResolver,
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ email }: ResetRequest) => {
    const result = await (await loadCalls()).requestResetLink(email);
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

interface NewPassword {
  password: string;
  again: string;
}

const passwordResolver: Resolver<NewPassword> = async (...form) =>
  (await loadCalls()).newPasswordResolver(...form);

interface NewPasswordFormProps {
  readonly token: string;
  readonly onDone: (message: string) => void;
  readonly onUnknownCall: () => void;
  readonly onRequestNewLink: () => void;
}

function NewPasswordForm({ token, onDone, onUnknownCall, onRequestNewLink }: NewPasswordFormProps) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<NewPassword>({
    resolver: passwordResolver,
    defaultValues: { password: '', again: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ password }: NewPassword) => {
    const result = await (await loadCalls()).setNewPassword(token, password);
    if (result.kind === 'unknown-call') return onUnknownCall();
    if (result.kind === 'done') return onDone(result.message ?? messages.passwordSet);
    const fieldProblem = result.fields.find(({ field }) => field === 'password');
    setError(fieldProblem ? 'password' : 'root', { message: fieldProblem?.message ?? result.message });
    setFocus('password');
  };
  // Only loading the chunk can still fail here.
  const submit = (event: FormEvent) =>
    void handleSubmit(send)(event).catch(() => setError('root', { message: messages.resetNeedsConnection }));

  return (
    <form className={styles.form} noValidate onFocus={prefetch} onSubmit={submit}>
      <PasswordField
        label={messages.newPassword}
        error={errors.password?.message}
        autoComplete="new-password"
        shown={shown}
        onToggle={() => setShown(!shown)}
        {...register('password')}
      />
      <PasswordField
        label={messages.newPasswordAgain}
        error={errors.again?.message}
        autoComplete="new-password"
        shown={shown}
        {...register('again')}
      />
      <FormMessage problem={errors.root?.message} offline={messages.resetNeedsConnection} />
      <SubmitButton isSubmitting={isSubmitting} submitting={messages.saving}>
        {messages.setNewPassword}
      </SubmitButton>
      <Button width="full" variant="outline" colorPalette="neutral" onClick={onRequestNewLink}>
        {messages.requestNewLink}
      </Button>
    </form>
  );
}

export function ResetPasswordPage() {
  const token = useLinkToken();
  const done = useLinkDone();
  const [isUnknownCall, setIsUnknownCall] = useState(false);
  return (
    <LinkPage title={token === undefined ? messages.forgottenTitle : messages.newPassword}>
      {isUnknownCall ? (
        <AskManager />
      ) : token === undefined ? (
        <ForgotPasswordForm onUnknownCall={() => setIsUnknownCall(true)} />
      ) : (
        <NewPasswordForm
          key={token}
          token={token}
          onDone={done}
          onUnknownCall={() => setIsUnknownCall(true)}
          onRequestNewLink={forgetLinkToken}
        />
      )}
      <p className={styles.entriesKept}>{messages.entriesKept}</p>
    </LinkPage>
  );
}
