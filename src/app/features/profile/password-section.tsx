import { Button, chakra } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Section } from '#app/ui/surface.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { newPassword } from '#contract/account-forms.ts';
import { FormEnd, failureMessage, fieldProblems } from './form-end.tsx';
import { useSavePassword } from './profile-calls.ts';
import { messages } from './texts.en.ts';

const fields = [
  { name: 'current_password', label: 'currentPassword', autoComplete: 'current-password' },
  { name: 'new_password', label: 'newPassword', autoComplete: 'new-password' },
  { name: 'again', label: 'newPasswordAgain', autoComplete: 'new-password' },
] as const;
const names = ['current_password', 'new_password'] as const;

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
        const problems = fieldProblems(failure, names);
        for (const { name, message } of problems) setError(name, { message });
        if (failure && problems.length === 0) setError('root', { message: failureMessage(failure) });
        setFocus(problems[0]?.name ?? names[0]);
      }),
  );
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={(event) => void submit(event)}>
      {fields.map(({ name, label, autoComplete }, index) => (
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
