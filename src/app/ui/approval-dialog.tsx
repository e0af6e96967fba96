import { chakra, Dialog, Field, Flex, Input } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import type { ApprovalRequest } from '#app/lib/ask-manager.ts';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { paths } from '#contract/http.ts';
import { approval } from '#contract/users.ts';
import { approvalMessages as messages } from './approval-texts.en.ts';
import { DialogFormFooter } from './dialog-form-footer.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorLine } from './error-line.tsx';
import { FactList } from './fact-list.tsx';

const problemOf = (failure: unknown) =>
  failure instanceof ApiError ? (failure.detail ?? failure.fields[0]?.message ?? failure.message) : undefined;

/**
 * By email and password, for one write (decision 46). Nothing of it is stored: closed or reloaded, the password is
 * gone.
 */
export function ApprovalDialog({ sentence, title, facts, write, send, onClosed }: ApprovalRequest) {
  const offline = useConnection() === 'offline';
  const offlineId = useId();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const approve = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSending(true);
    setProblem(undefined);
    try {
      const { method, path, key, ifMatch } = write;
      const bound = { method, path, key, body_hash: await hashOfBytes(write.body), if_match: ifMatch };
      const body = { email: email.trim(), password, ...bound };
      const given = await request({ method: 'POST', path: paths.approval, body, answer: approval });
      const outcome = await send(given.approval);
      if ('done' in outcome) return onClosed(true);
      setProblem(outcome.problem);
    } catch (failure) {
      setProblem(problemOf(failure) ?? messages.failed);
    }
    setPassword('');
    setSending(false);
  };

  return (
    <DialogFrame title={messages.title} size="md" onClose={() => onClosed(false)}>
      <form noValidate onSubmit={approve}>
        <Dialog.Body>
          <Flex direction="column" gap="4">
            <Dialog.Description>{sentence}</Dialog.Description>
            <chakra.section aria-label={title}>
              <chakra.h3 fontWeight="semibold" marginBlockEnd="1">
                {title}
              </chakra.h3>
              <FactList facts={facts} />
            </chakra.section>
            <p>{messages.howTo}</p>
            <Field.Root>
              <Field.Label>{messages.email}</Field.Label>
              <Input
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            </Field.Root>
            <Field.Root>
              <Field.Label>{messages.password}</Field.Label>
              <Input
                type="password"
                autoComplete="off"
                dir="ltr"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            </Field.Root>
            {problem !== undefined && <ErrorLine message={problem} />}
            {offline && (
              <chakra.p id={offlineId} role="status" fontSize="sm" color="waiting.fg">
                {messages.needsConnection}
              </chakra.p>
            )}
          </Flex>
        </Dialog.Body>
        <DialogFormFooter
          submitLabel={messages.approve}
          isSubmitting={sending}
          disabled={offline || email.trim() === '' || password === ''}
          describedBy={offline ? offlineId : undefined}
          onCancel={() => onClosed(false)}
        />
      </form>
    </DialogFrame>
  );
}
