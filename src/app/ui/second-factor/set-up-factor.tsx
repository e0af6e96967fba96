import { Button, chakra, Field, Flex, Input, Skeleton } from '@chakra-ui/react';
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { deviceName } from '#app/api/send-request.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { BegunFactor, FactorKind } from '#contract/second-factor.ts';
import { Introduction } from './factor-answer.tsx';
import { createPasskey } from './passkeys.ts';
import { messages } from './texts.en.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

export interface ConfirmedFactor {
  readonly token: string;
  readonly code?: string;
  readonly passkey?: object;
  readonly name?: string;
}

export const sentenceOf = (failure: unknown): string => {
  if (!(failure instanceof ApiError)) return messages.failed;
  if (failure.kind === 'transient' && failure.status === undefined) return messages.needsConnection;
  return failure.detail ?? failure.fields[0]?.message ?? failure.message;
};

interface ChooseKindProps {
  readonly kinds: readonly FactorKind[];
  readonly disabled: boolean;
  readonly onChoose: (kind: FactorKind) => void;
}

const facts = {
  totp: { label: 'totpKind', about: 'totpKindAbout' },
  passkey: { label: 'passkeyKind', about: 'passkeyKindAbout' },
} as const;

export function ChooseKind({ kinds, disabled, onChoose }: ChooseKindProps) {
  const id = useId();
  return (
    <Flex direction="column" gap="4">
      <p>{messages.choose}</p>
      {kinds.map((kind) => (
        <div key={kind}>
          <Button
            width="full"
            minHeight="target"
            variant="outline"
            disabled={disabled}
            aria-describedby={`${id}-${kind}`}
            onClick={() => onChoose(kind)}
          >
            {messages[facts[kind].label]}
          </Button>
          <chakra.p id={`${id}-${kind}`} mt="1" fontSize="sm" color="fg.muted">
            {messages[facts[kind].about]}
          </chakra.p>
        </div>
      ))}
    </Flex>
  );
}

interface ConfirmFactorProps {
  readonly begun: BegunFactor;
  readonly confirm: (body: ConfirmedFactor) => Promise<void>;
  readonly footer: (submit: { readonly label: string; readonly isSending: boolean }) => ReactNode;
}

export function ConfirmFactor({ begun, confirm, footer }: ConfirmFactorProps) {
  const { token, totp, passkey } = begun;
  const [code, setCode] = useState('');
  const [name, setName] = useState(deviceName);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const offline = useConnection() === 'offline';
  const bodyOf = async (): Promise<ConfirmedFactor | { readonly problem: string }> => {
    if (totp) return { token, code };
    const made = await createPasskey(passkey);
    return 'problem' in made ? made : { token, name, passkey: made.passkey };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsSending(true);
    setProblem(undefined);
    try {
      const body = await bodyOf();
      if ('problem' in body) setProblem(body.problem);
      else return await confirm(body);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    }
    setIsSending(false);
  };
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={(event) => void submit(event)}>
      {totp ? (
        <TotpFields {...totp} code={code} problem={problem} onCode={setCode} />
      ) : (
        <PasskeyFields name={name} problem={problem} onName={setName} />
      )}
      {offline && (
        <chakra.p role="status" fontSize="sm" color="waiting.fg">
          {messages.needsConnection}
        </chakra.p>
      )}
      {footer({ label: totp ? messages.finish : messages.makePasskey, isSending })}
    </chakra.form>
  );
}

interface TotpFieldsProps {
  readonly secret: string;
  readonly uri: string;
  readonly code: string;
  readonly problem: string | undefined;
  readonly onCode: (code: string) => void;
}

const inFours = (secret: string) => secret.replace(/(.{4})(?!$)/g, '$1 ');

function TotpFields({ secret, uri, code, problem, onCode }: TotpFieldsProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify(messages.copied);
    } catch {
      notify(messages.notCopied, { kind: 'error' });
    }
  };
  return (
    <>
      <Introduction>{messages.scan}</Introduction>
      <Flex justify="center">
        <Suspense
          fallback={<Skeleton width="208px" height="208px" role="status" aria-label={messages.preparing} />}
        >
          <QrCode text={uri} />
        </Suspense>
      </Flex>
      <div>
        <p>{messages.typeSecret}</p>
        <Flex gap="2" wrap="wrap" align="center" mt="1">
          <chakra.code dir="ltr" translate="no" fontFamily="monospace" overflowWrap="anywhere">
            {inFours(secret)}
          </chakra.code>
          <Button
            size="sm"
            minHeight="target"
            variant="outline"
            colorPalette="neutral"
            onClick={() => void copy()}
          >
            {messages.copy}
          </Button>
        </Flex>
      </div>
      <Field.Root invalid={problem !== undefined}>
        <Field.Label>{messages.code}</Field.Label>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          dir="ltr"
          onChange={({ target }) => onCode(target.value)}
          {...numberInput(code, 'code')}
        />
        <Field.HelperText>{messages.thenCode}</Field.HelperText>
        <FieldError>{problem}</FieldError>
      </Field.Root>
    </>
  );
}

interface PasskeyFieldsProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly onName: (name: string) => void;
}

function PasskeyFields({ name, problem, onName }: PasskeyFieldsProps) {
  return (
    <>
      <Introduction>{messages.passkeyKindAbout}</Introduction>
      <Field.Root>
        <Field.Label>{messages.passkeyName}</Field.Label>
        <Input dir="auto" maxLength={40} value={name} onChange={({ target }) => onName(target.value)} />
        <Field.HelperText>{messages.passkeyNameHelp}</Field.HelperText>
      </Field.Root>
      {problem !== undefined && <ErrorLine message={problem} />}
    </>
  );
}
