import { Button, chakra } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { keys } from '#app/cache/query-keys.ts';
import { asOf } from '#app/lib/as-of.ts';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Section } from '#app/ui/section.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { user } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { failureMessage, fieldProblems } from './failure.ts';
import { FormEnd } from './form-end.tsx';
import { messages } from './texts.en.ts';

interface SingleSignOnProps {
  readonly name: string;
  readonly since: string;
}

/** Decision 161. A removal that is sent twice changes nothing more, so nothing is kept of a lost answer. */
export function SingleSignOn({ name, since }: SingleSignOnProps) {
  const [open, setOpen] = useState(false);
  const offline = useConnection() === 'offline';
  return (
    <Section title={messages.signOn} about={messages.signOnAbout({ name })}>
      <chakra.p mb="4">{messages.signOnSince({ name, since: asOf(since) })}</chakra.p>
      {open ? (
        <RemoveForm name={name} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outline" colorPalette="refused" disabled={offline} onClick={() => setOpen(true)}>
          {messages.signOnRemove}
        </Button>
      )}
      {offline && (
        <chakra.p mt="1" fontSize="sm" color="fg.muted">
          {messages.dailyMailOffline}
        </chakra.p>
      )}
    </Section>
  );
}

function RemoveForm({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const remove = useMutation({
    // A password must not stay in memory.
    gcTime: 0,
    mutationFn: (current_password: string) =>
      request({
        method: 'PATCH',
        path: paths.user,
        body: { remove_single_sign_on: true, current_password },
        answer: user,
      }),
    onSuccess: (answer) => {
      client.setQueryData(keys.user, answer);
      notify(messages.signOnRemoved({ name }));
    },
  });
  const [refused] = fieldProblems(remove.error, ['current_password']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(password);
  };
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={submit}>
      <PasswordField
        label={messages.currentPassword}
        error={refused?.message}
        autoFocus
        autoComplete="current-password"
        shown={shown}
        onToggle={() => setShown(!shown)}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <FormEnd
        problem={remove.error && !refused ? failureMessage(remove.error) : undefined}
        submitLabel={messages.signOnRemove}
        isSaving={remove.isPending}
        onCancel={onClose}
      />
    </chakra.form>
  );
}
