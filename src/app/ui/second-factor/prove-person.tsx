import { Dialog, Flex } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { DialogForm } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { type FactorChallenge, refusedForFactor } from '#contract/second-factor.ts';
import { FactorFields, type TypedAnswer, useFactorAnswer } from './factor-answer.tsx';
import { sentenceOf } from './set-up-factor.tsx';
import { messages } from './texts.en.ts';

/** As the server takes it (`personProof`). */
export interface GivenProof {
  readonly current_password: string;
  readonly second_factor?: TypedAnswer & { readonly token: string };
}

interface ProvePersonProps {
  readonly about?: string | undefined;
  readonly label: string;
  readonly send: (proof: GivenProof) => Promise<void>;
  readonly onCancel: () => void;
}

interface AskedFactor {
  readonly password: string;
  readonly challenge: FactorChallenge;
}

/** Nothing of it is stored (decisions 49 and 160). */
export function ProvePerson(props: ProvePersonProps) {
  const [asked, setAsked] = useState<AskedFactor>();
  const [over, setOver] = useState<string>();
  if (!asked) return <PasswordStep {...props} over={over} onFactor={setAsked} />;
  const again = (problem: string) => {
    setOver(problem);
    setAsked(undefined);
  };
  return <FactorStep {...props} {...asked} onOver={again} />;
}

function PasswordStep({
  about,
  label,
  send,
  onCancel,
  over,
  onFactor,
}: ProvePersonProps & {
  readonly over: string | undefined;
  readonly onFactor: (asked: AskedFactor) => void;
}) {
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState(over);
  const [sending, setSending] = useState(false);
  const offline = useConnection() === 'offline';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSending(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      return await send({ current_password: password });
    } catch (failure) {
      const answer = failure instanceof ApiError ? failure : undefined;
      const refused = refusedForFactor.safeParse(answer?.answer);
      if (refused.success) return onFactor({ password, challenge: refused.data.second_factor });
      const atPassword = answer?.fields.find(({ field }) => field === 'current_password')?.message;
      setWrong(atPassword);
      if (atPassword === undefined) setProblem(sentenceOf(failure));
    }
    setSending(false);
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={label}
      isSubmitting={sending}
      disabled={password === '' || offline}
      onCancel={onCancel}
    >
      <Flex direction="column" gap="4">
        <Dialog.Description>{[about, messages.proveFirst].filter(Boolean).join(' ')}</Dialog.Description>
        <PasswordField
          label={messages.presentPassword}
          error={wrong}
          autoComplete="current-password"
          shown={shown}
          onToggle={() => setShown(!shown)}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        {problem !== undefined && <ErrorLine message={problem} />}
      </Flex>
    </DialogForm>
  );
}

function FactorStep({
  label,
  send,
  onCancel,
  password,
  challenge,
  onOver,
}: ProvePersonProps & AskedFactor & { readonly onOver: (problem: string) => void }) {
  const offline = useConnection() === 'offline';
  const state = useFactorAnswer(challenge, async (answer) => {
    try {
      const second_factor = { token: challenge.token, ...answer };
      await send({ current_password: password, second_factor });
    } catch (failure) {
      // A wrong answer may be corrected; after anything else the step is used up.
      const atAnswer =
        failure instanceof ApiError &&
        failure.fields.some(({ field }) => ['code', 'recovery_code', 'passkey'].includes(field));
      if (!atAnswer) onOver(sentenceOf(failure));
      return sentenceOf(failure);
    }
    return undefined;
  });
  return (
    <DialogForm
      onSubmit={state.submit}
      submitLabel={state.method === 'passkey' ? messages.usePasskey : label}
      isSubmitting={state.sending}
      disabled={offline || !state.isReady || state.method === undefined}
      onCancel={onCancel}
    >
      <Flex direction="column" gap="4">
        <Dialog.Description>{messages.proveFactor}</Dialog.Description>
        <FactorFields state={state} />
      </Flex>
    </DialogForm>
  );
}
