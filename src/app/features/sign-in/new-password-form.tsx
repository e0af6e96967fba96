import { Button } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { PasswordField } from '#app/ui/password-field.tsx';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { SubmitButton } from './submit-button.tsx';
import { messages } from './texts.en.ts';

const loadSubmit = () => import('./submit-reset.ts');

const prefetch = () => void loadSubmit().catch(() => undefined);

interface NewPassword {
  password: string;
  again: string;
}

const resolver: Resolver<NewPassword> = async (...form) => (await loadSubmit()).newPasswordResolver(...form);

interface NewPasswordFormProps {
  readonly token: string;
  readonly onDone: (message: string) => void;
  readonly onUnknownCall: () => void;
  readonly onRequestNewLink: () => void;
}

export function NewPasswordForm({ token, onDone, onUnknownCall, onRequestNewLink }: NewPasswordFormProps) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<NewPassword>({
    resolver,
    defaultValues: { password: '', again: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = async ({ password }: NewPassword) => {
    const result = await (await loadSubmit()).setNewPassword(token, password);
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
