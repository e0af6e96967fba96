import { Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import type { FactorChallenge, FactorMethod } from '#contract/second-factor.ts';
import { answerWithPasskey, hasPasskeys } from './passkeys.ts';
import { messages } from './texts.en.ts';

/** Focused, because the button that led here is gone. */
export function Introduction({ children }: { readonly children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => paragraph.current?.focus(), []);
  return (
    <chakra.p ref={paragraph} tabIndex={-1} outline="none">
      {children}
    </chakra.p>
  );
}

export type TypedAnswer =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: object };

const instead = {
  totp: 'insteadTotp',
  passkey: 'insteadPasskey',
  recovery: 'insteadRecovery',
} as const satisfies Record<FactorMethod, keyof typeof messages>;

const isMethod = (name: string): name is FactorMethod => name in instead;

const usableMethods = ({ methods }: FactorChallenge): readonly FactorMethod[] =>
  methods.filter(isMethod).filter((method) => method !== 'passkey' || hasPasskeys());

interface FactorAnswerState {
  readonly method: FactorMethod | undefined;
  readonly others: readonly FactorMethod[];
  readonly typed: string;
  readonly problem: string | undefined;
  readonly sending: boolean;
  readonly isReady: boolean;
  readonly type: (text: string) => void;
  readonly choose: (method: FactorMethod) => void;
  readonly submit: (event: FormEvent) => Promise<void>;
}

/** @param send returns what is wrong with the answer; undefined once it was accepted */
export function useFactorAnswer(
  challenge: FactorChallenge,
  send: (answer: TypedAnswer) => Promise<string | undefined>,
): FactorAnswerState {
  const usable = usableMethods(challenge);
  const [method, setMethod] = useState(usable[0]);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const answerOf = async (): Promise<TypedAnswer | { readonly problem: string }> => {
    if (method === 'passkey') return answerWithPasskey(challenge.passkey);
    return method === 'totp' ? { code: typed } : { recovery_code: typed };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSending(true);
    setProblem(undefined);
    const answer = await answerOf();
    setProblem('problem' in answer ? answer.problem : await send(answer));
    setSending(false);
  };
  return {
    method,
    others: usable.filter((one) => one !== method),
    typed,
    problem,
    sending,
    isReady: method === 'passkey' || typed.trim() !== '',
    type: setTyped,
    choose: (next) => {
      setMethod(next);
      setTyped('');
      setProblem(undefined);
    },
    submit,
  };
}

const about = { totp: 'codeAbout', recovery: 'recoveryAbout' } as const;

export function FactorFields({ state }: { readonly state: FactorAnswerState }) {
  const { method, others, typed, problem, sending, type, choose } = state;
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refusal, and for another way
  useEffect(() => input.current?.select(), [problem, method]);
  if (method === undefined) return <p role="alert">{messages.noWay}</p>;
  const isCode = method === 'totp';
  return (
    <Flex direction="column" gap="4">
      {method === 'passkey' ? (
        <Introduction>{messages.passkeyAbout}</Introduction>
      ) : (
        <p>{messages[about[method]]}</p>
      )}
      {method === 'passkey' ? (
        problem !== undefined && (
          <chakra.p role="alert" color="refused.fg">
            {problem}
          </chakra.p>
        )
      ) : (
        <Field.Root key={method} invalid={problem !== undefined}>
          <Field.Label>{isCode ? messages.code : messages.recoveryCode}</Field.Label>
          <Input
            ref={input}
            autoFocus
            autoComplete={isCode ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={isCode ? 12 : 40}
            dir="ltr"
            onChange={({ target }) => type(target.value)}
            {...(isCode ? { inputMode: 'numeric', ...numberInput(typed, 'code') } : { value: typed })}
          />
          <FieldError>{problem}</FieldError>
        </Field.Root>
      )}
      <Flex gap="2" wrap="wrap">
        {others.map((other) => (
          <Button
            key={other}
            size="sm"
            minHeight="target"
            variant="outline"
            colorPalette="neutral"
            disabled={sending}
            onClick={() => choose(other)}
          >
            {messages[instead[other]]}
          </Button>
        ))}
      </Flex>
      {method !== 'recovery' && (
        <chakra.p fontSize="sm" color="fg.muted">
          {messages.lost}
        </chakra.p>
      )}
    </Flex>
  );
}
