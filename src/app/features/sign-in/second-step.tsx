import { Button } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { keepSignIn } from '#app/cache/sign-in.ts';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { FactorFields, useFactorAnswer } from '#app/ui/second-factor/factor-answer.tsx';
import { hasPasskeys } from '#app/ui/second-factor/passkeys.ts';
import { RecoveryCodes } from '#app/ui/second-factor/recovery-codes.tsx';
import {
  ChooseKind,
  type ConfirmedFactor,
  ConfirmFactor,
  sentenceOf,
} from '#app/ui/second-factor/set-up-factor.tsx';
import { messages } from '#app/ui/second-factor/texts.en.ts';
import {
  type BegunFactor,
  begun,
  type FactorChallenge,
  type FactorKind,
  factorPaths,
  refusedForFactor,
  type SignedInWithCodes,
  signedInWithCodes,
} from '#contract/second-factor.ts';
import { AuthCard, AuthHeading, FormMessage, SubmitButton } from './form-parts.tsx';
import styles from './sign-in.module.css';

interface SecondStepProps {
  readonly refusal: unknown;
  readonly onSignedIn: () => void;
  readonly onBack: () => void;
}

export function SecondStep({ refusal, onSignedIn, onBack }: SecondStepProps) {
  const challenge = refusedForFactor.safeParse(refusal).data?.second_factor;
  const setsUp = challenge?.set_up === true;
  useDocumentTitle(setsUp ? messages.setUpTitle : messages.stepTitle);
  const [over, setOver] = useState<string>();
  const [kept, setKept] = useState<SignedInWithCodes>();
  const signIn = async (answer: SignedInWithCodes) => {
    await keepSignIn(answer);
    onSignedIn();
  };
  const body = () => {
    // The codes are read before anything else: a page that opens now would take them away.
    if (kept) return <RecoveryCodes codes={kept.recovery_codes ?? []} onKept={() => void signIn(kept)} />;
    if (!challenge || over !== undefined) return <FormMessage problem={over ?? messages.failed} offline="" />;
    if (setsUp) return <SetUp challenge={challenge} onOver={setOver} onDone={setKept} />;
    return <Step challenge={challenge} onOver={setOver} onDone={signIn} />;
  };
  return (
    <AuthCard>
      <AuthHeading>
        {kept ? messages.codesTitle : setsUp ? messages.setUpTitle : messages.stepTitle}
      </AuthHeading>
      {body()}
      {!kept && (
        <div className={styles.formBelow}>
          <Button width="full" variant="outline" colorPalette="neutral" onClick={onBack}>
            {messages.back}
          </Button>
        </div>
      )}
    </AuthCard>
  );
}

/** An open call's 401 is a rejection. */
const isOver = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.status === 401;

interface PartProps<Done> {
  readonly challenge: FactorChallenge;
  readonly onOver: (sentence: string) => void;
  readonly onDone: (answer: SignedInWithCodes) => Done;
}

function Step({ challenge, onOver, onDone }: PartProps<Promise<void>>) {
  const state = useFactorAnswer(challenge, async (answer) => {
    try {
      const body = { token: challenge.token, ...answer };
      await onDone(
        await request({
          method: 'POST',
          path: factorPaths.signIn,
          body,
          open: true,
          answer: signedInWithCodes,
        }),
      );
    } catch (failure) {
      if (isOver(failure)) onOver(sentenceOf(failure));
      return sentenceOf(failure);
    }
    return undefined;
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void state.submit(event)}>
      <FactorFields state={state} />
      <FormMessage problem={undefined} offline={messages.needsConnection} />
      {state.method !== undefined && (
        <SubmitButton isSubmitting={state.sending} submitting={messages.checking}>
          {state.method === 'passkey' ? messages.usePasskey : messages.check}
        </SubmitButton>
      )}
    </form>
  );
}

const isKind = (name: string): name is FactorKind => name === 'totp' || (name === 'passkey' && hasPasskeys());

function SetUp({ challenge, onOver, onDone }: PartProps<void>) {
  const [set, setSet] = useState<BegunFactor>();
  const [problem, setProblem] = useState<string>();
  const [isBeginning, setIsBeginning] = useState(false);
  const offline = useConnection() === 'offline';
  const begin = async (kind: FactorKind) => {
    setIsBeginning(true);
    setProblem(undefined);
    try {
      const body = { token: challenge.token, kind };
      setSet(
        await request({ method: 'POST', path: factorPaths.beginAtSignIn, body, open: true, answer: begun }),
      );
    } catch (failure) {
      if (isOver(failure)) onOver(sentenceOf(failure));
      else setProblem(sentenceOf(failure));
    }
    setIsBeginning(false);
  };
  const confirm = async (body: ConfirmedFactor) => {
    try {
      const path = factorPaths.confirmAtSignIn;
      onDone(await request({ method: 'POST', path, body, open: true, answer: signedInWithCodes }));
    } catch (failure) {
      if (!isOver(failure)) throw failure;
      onOver(sentenceOf(failure));
    }
  };
  if (!set) {
    return (
      <div className={styles.form}>
        <p>{messages.setUpOwed}</p>
        <ChooseKind
          kinds={challenge.kinds.filter(isKind)}
          disabled={isBeginning || offline}
          onChoose={(kind) => void begin(kind)}
        />
        <FormMessage problem={problem} offline={messages.needsConnection} />
      </div>
    );
  }
  const again = (event: FormEvent) => {
    event.preventDefault();
    setSet(undefined);
  };
  return (
    <ConfirmFactor
      begun={set}
      confirm={confirm}
      footer={({ label, isSending }) => (
        <>
          <SubmitButton isSubmitting={isSending} submitting={messages.checking}>
            {label}
          </SubmitButton>
          {challenge.kinds.filter(isKind).length > 1 && (
            <Button width="full" variant="outline" colorPalette="neutral" onClick={again}>
              {messages.otherKind}
            </Button>
          )}
        </>
      )}
    />
  );
}
