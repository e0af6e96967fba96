import { Button, chakra, Field, Input } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { keys } from '#app/cache/query-keys.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { blockReload } from '#app/lib/update-guard.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Section } from '#app/ui/surface.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { user } from '#contract/account.ts';
import { newPassword, profileBody } from '#contract/account-forms.ts';
import { paths } from '#contract/http.ts';
import { FormEnd, failureMessage, fieldProblems } from './form-end.tsx';
import { useSavePassword } from './profile-calls.ts';
import { messages } from './texts.en.ts';

interface DailyMailProps {
  readonly wanted: boolean;
  readonly email: string;
}

/** Decision 158. A switch that is sent twice stays as it is, so nothing is kept of a lost answer. */
export function DailyMail({ wanted, email }: DailyMailProps) {
  const client = useQueryClient();
  const offline = useConnection() === 'offline';
  const save = useMutation({
    mutationFn: (daily_mail: boolean) =>
      request({ method: 'PATCH', path: paths.user, body: { daily_mail }, answer: user }),
    onSuccess: (answer) => {
      client.setQueryData(keys.user, answer);
      notify(answer.daily_mail ? messages.dailyMailOn({ email }) : messages.dailyMailOff);
    },
    onError: (failure) => {
      notify(failureMessage(failure), { kind: 'error' });
      void client.invalidateQueries({ queryKey: keys.user });
    },
  });
  return (
    <Section title={messages.dailyMail} about={messages.dailyMailAbout}>
      <chakra.label display="flex" gap="2" alignItems="center" minHeight="target">
        <chakra.input
          type="checkbox"
          accentColor="accent.solid"
          width="5"
          height="5"
          flexShrink="0"
          checked={save.isPending ? save.variables : wanted}
          disabled={offline || save.isPending}
          onChange={({ target }) => save.mutate(target.checked)}
        />
        <span>{messages.dailyMailTo({ email })}</span>
      </chakra.label>
      {offline && (
        <chakra.p mt="1" fontSize="sm" color="fg.muted">
          {messages.dailyMailOffline}
        </chakra.p>
      )}
    </Section>
  );
}

export type Profile = z.output<typeof profileBody> & { current_password?: string | undefined };

const fields = [
  { name: 'first_name', label: 'firstName', type: 'text', autoComplete: 'given-name' },
  { name: 'last_name', label: 'lastName', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'email', type: 'email', autoComplete: 'email' },
] as const;
const names = [...fields.map(({ name }) => name), 'current_password'] as const;

const isOther = (email: string, stored: string) => email.trim().toLowerCase() !== stored.trim().toLowerCase();

function resolverFor(stored: string | undefined) {
  const body = profileBody.extend({ current_password: z.string().max(255).optional() });
  return zodResolver(
    body.refine(
      ({ email, current_password }) => stored === undefined || !isOther(email, stored) || !!current_password,
      { path: ['current_password'], error: () => messages.currentPasswordMissing },
    ),
  );
}

interface ProfileFormProps {
  readonly start: Profile;
  /** The stored address if changing it needs the present password; undefined on servers that do not ask. */
  readonly guardedEmail: string | undefined;
  readonly failure: Error | null;
  readonly onSubmit: (profile: Profile) => void;
  readonly onCancel: () => void;
}

export function ProfileForm({ start, guardedEmail, failure, onSubmit, onCancel }: ProfileFormProps) {
  const resolver = useMemo(() => resolverFor(guardedEmail), [guardedEmail]);
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, setError, setFocus, watch, formState } = useForm<Profile>({
    resolver,
    defaultValues: { ...start, current_password: '' },
  });
  const { errors, isDirty } = formState;
  const asksPassword = guardedEmail !== undefined && isOther(watch('email'), guardedEmail);

  useEffect(() => (isDirty ? blockReload('unsaved') : undefined), [isDirty]);
  useEffect(() => {
    const problems = fieldProblems(failure, names);
    for (const { name, message } of problems) setError(name, { message });
    // A wrong password alone is told at its field.
    if (failure && !(failure instanceof ApiError && problems.length > 0 && failure.detail === undefined))
      setError('root', { message: failureMessage(failure) });
    setFocus(problems[0]?.name ?? fields[0].name);
  }, [failure, setError, setFocus]);

  const submit = ({ current_password, ...profile }: Profile) =>
    onSubmit(asksPassword ? { ...profile, current_password } : profile);
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={(event) => void handleSubmit(submit)(event)}>
      {fields.map(({ name, label, type, autoComplete }) => (
        <Field.Root key={name} invalid={!!errors[name]}>
          <Field.Label>{messages[label]}</Field.Label>
          <Input type={type} autoComplete={autoComplete} dir="auto" {...register(name)} />
          {name === 'email' && asksPassword && <Field.HelperText>{messages.emailHint}</Field.HelperText>}
          <FieldError>{errors[name]?.message}</FieldError>
        </Field.Root>
      ))}
      {asksPassword && (
        <PasswordField
          label={messages.currentPassword}
          error={errors.current_password?.message}
          autoComplete="current-password"
          shown={shown}
          onToggle={() => setShown(!shown)}
          {...register('current_password')}
        />
      )}
      <FormEnd problem={errors.root?.message} submitLabel={appMessages.save} onCancel={onCancel} />
    </chakra.form>
  );
}

const passwordFields = [
  { name: 'current_password', label: 'currentPassword', autoComplete: 'current-password' },
  { name: 'new_password', label: 'newPassword', autoComplete: 'new-password' },
  { name: 'again', label: 'newPasswordAgain', autoComplete: 'new-password' },
] as const;
const passwordNames = ['current_password', 'new_password'] as const;

const resolver = zodResolver(
  z
    .object({
      current_password: z.string().min(1, { error: () => messages.currentPasswordMissing }),
      new_password: newPassword,
      again: z.string(),
    })
    .refine(({ new_password, again }) => new_password === again, {
      path: ['again'],
      error: () => messages.passwordsDiffer,
    }),
);

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section title={messages.password} about={messages.passwordAbout}>
      {open ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          {messages.changePassword}
        </Button>
      )}
    </Section>
  );
}

function PasswordForm({ onClose }: { readonly onClose: () => void }) {
  const [shown, setShown] = useState(false);
  const save = useSavePassword();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver,
    defaultValues: { current_password: '', new_password: '', again: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit(({ current_password, new_password }) =>
    save
      .mutateAsync({ current_password, new_password })
      .then(({ text }) => {
        notify(text);
        onClose();
      })
      .catch((error: unknown) => {
        const failure = error instanceof Error ? error : null;
        const problems = fieldProblems(failure, passwordNames);
        for (const { name, message } of problems) setError(name, { message });
        if (failure && problems.length === 0) setError('root', { message: failureMessage(failure) });
        setFocus(problems[0]?.name ?? passwordNames[0]);
      }),
  );
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={(event) => void submit(event)}>
      {passwordFields.map(({ name, label, autoComplete }, index) => (
        <PasswordField
          key={name}
          label={messages[label]}
          error={errors[name]?.message}
          autoFocus={index === 0}
          autoComplete={autoComplete}
          shown={shown}
          onToggle={index === 0 ? () => setShown(!shown) : undefined}
          {...register(name)}
        />
      ))}
      <FormEnd
        problem={errors.root?.message}
        submitLabel={messages.savePassword}
        isSaving={save.isPending}
        onCancel={onClose}
      />
    </chakra.form>
  );
}
