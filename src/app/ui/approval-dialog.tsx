import { chakra, Dialog, Field, Flex, Input } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import type { ApprovalRequest } from '#app/lib/ask-manager.ts';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { paths } from '#contract/http.ts';
import { type FactorChallenge, factorPaths, refusedForFactor } from '#contract/second-factor.ts';
import { approval } from '#contract/users.ts';
import { DialogForm, DialogFrame } from './dialog-frame.tsx';
import { ErrorLine } from './error-line.tsx';
import { FactList } from './fact-list.tsx';
import { messages } from './opened-texts.en.ts';
import { FactorFields, useFactorAnswer } from './second-factor/factor-answer.tsx';
import { messages as factorMessages } from './second-factor/texts.en.ts';

const problemOf = (failure: unknown) =>
  failure instanceof ApiError ? (failure.detail ?? failure.fields[0]?.message ?? failure.message) : undefined;

async function boundWrite({ method, path, key, ifMatch, body }: ApprovalRequest['write']) {
  return { method, path, key, body_hash: await hashOfBytes(body), if_match: ifMatch };
}

/** For one write (decisions 46 and 160). Nothing of it is stored: closed or reloaded, the password is gone. */
export function ApprovalDialog(asked: ApprovalRequest) {
  const { sentence, title, facts, send, onClosed } = asked;
  const [challenge, setChallenge] = useState<FactorChallenge>();
  const [over, setOver] = useState<string>();
  const use = async (token: string): Promise<string | undefined> => {
    const outcome = await send(token);
    if (!('done' in outcome)) return outcome.problem;
    onClosed(true);
    return undefined;
  };
  return (
    <DialogFrame title={messages.approval.title} size="md" onClose={() => onClosed(false)}>
      {challenge ? (
        <FactorPart
          asked={asked}
          challenge={challenge}
          use={use}
          onOver={(problem) => {
            setOver(problem);
            setChallenge(undefined);
          }}
        />
      ) : (
        <PasswordPart asked={asked} over={over} use={use} onFactor={setChallenge}>
          <Dialog.Description>{sentence}</Dialog.Description>
          <chakra.section aria-label={title}>
            <chakra.h3 fontWeight="semibold" marginBlockEnd="1">
              {title}
            </chakra.h3>
            <FactList facts={facts} />
          </chakra.section>
        </PasswordPart>
      )}
    </DialogFrame>
  );
}

interface PartProps {
  readonly asked: ApprovalRequest;
  readonly use: (token: string) => Promise<string | undefined>;
}

function OfflineLine({ id }: { readonly id: string }) {
  return (
    <chakra.p id={id} role="status" fontSize="sm" color="waiting.fg">
      {messages.approval.needsConnection}
    </chakra.p>
  );
}

function PasswordPart({
  asked: { write, onClosed },
  over,
  use,
  onFactor,
  children,
}: PartProps & {
  readonly over: string | undefined;
  readonly onFactor: (challenge: FactorChallenge) => void;
  readonly children: ReactNode;
}) {
  const offline = useConnection() === 'offline';
  const offlineId = useId();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState(over);

  const approve = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSending(true);
    setProblem(undefined);
    try {
      const body = { email: email.trim(), password, ...(await boundWrite(write)) };
      const given = await request({ method: 'POST', path: paths.approval, body, answer: approval });
      setProblem(await use(given.approval));
    } catch (failure) {
      const refused = refusedForFactor.safeParse(failure instanceof ApiError ? failure.answer : undefined);
      if (refused.success) return onFactor(refused.data.second_factor);
      setProblem(problemOf(failure) ?? messages.approval.failed);
    }
    setPassword('');
    setSending(false);
  };

  return (
    <DialogForm
      onSubmit={approve}
      submitLabel={messages.approval.approve}
      isSubmitting={sending}
      disabled={offline || email.trim() === '' || password === ''}
      describedBy={offline ? offlineId : undefined}
      onCancel={() => onClosed(false)}
    >
      <Flex direction="column" gap="4">
        {children}
        <p>{messages.approval.howTo}</p>
        <Field.Root>
          <Field.Label>{messages.approval.email}</Field.Label>
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
          <Field.Label>{messages.approval.password}</Field.Label>
          <Input
            type="password"
            autoComplete="off"
            dir="ltr"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field.Root>
        {problem !== undefined && <ErrorLine message={problem} />}
        {offline && <OfflineLine id={offlineId} />}
      </Flex>
    </DialogForm>
  );
}

function FactorPart({
  asked: { title, write, onClosed },
  challenge,
  use,
  onOver,
}: PartProps & {
  readonly challenge: FactorChallenge;
  readonly onOver: (problem: string) => void;
}) {
  const offline = useConnection() === 'offline';
  const offlineId = useId();
  const state = useFactorAnswer(challenge, async (answer) => {
    try {
      const body = { token: challenge.token, ...answer, ...(await boundWrite(write)) };
      const given = await request({ method: 'POST', path: factorPaths.approval, body, answer: approval });
      const problem = await use(given.approval);
      // The step is used up: another attempt begins with the password.
      if (problem !== undefined) onOver(problem);
    } catch (failure) {
      const problem = problemOf(failure) ?? messages.approval.failed;
      if (failure instanceof ApiError && failure.status === 403) onOver(problem);
      return problem;
    }
    return undefined;
  });
  return (
    <DialogForm
      onSubmit={state.submit}
      submitLabel={messages.approval.approve}
      isSubmitting={state.sending}
      disabled={offline || !state.isReady || state.method === undefined}
      describedBy={offline ? offlineId : undefined}
      onCancel={() => onClosed(false)}
    >
      <Flex direction="column" gap="4">
        <Dialog.Description>{title}</Dialog.Description>
        <p>{factorMessages.approvalAbout}</p>
        <FactorFields state={state} />
        {offline && <OfflineLine id={offlineId} />}
      </Flex>
    </DialogForm>
  );
}
