import { Button } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { API_BASE } from '#app/api/send-request.ts';
import { keepSignIn } from '#app/cache/sign-in.ts';
import { signedIn } from '#contract/account.ts';
import { healthy, paths } from '#contract/http.ts';
import {
  OIDC_FINISH_PATH,
  OIDC_START_PATH,
  SIGN_ON_CODE,
  SIGN_ON_PROBLEM,
  signOnProblems,
} from '#contract/single-sign-on.ts';
import { messages } from './first-run-texts.en.ts';
import { FormMessage, isInsecure } from './form-parts.tsx';
import styles from './sign-in.module.css';
import { problemOf } from './submit-sign-in.ts';
import { messages as signInMessages } from './texts.en.ts';

function takeAnswer(): URLSearchParams {
  const answer = new URLSearchParams(location.hash.slice(1));
  if (answer.has(SIGN_ON_CODE) || answer.has(SIGN_ON_PROBLEM))
    history.replaceState(history.state, '', location.href.replace(/#.*$/, ''));
  return answer;
}

async function finish(code: string): Promise<string | undefined> {
  try {
    const call = {
      method: 'POST',
      path: OIDC_FINISH_PATH,
      body: { code },
      open: true,
      cookies: true,
    } as const;
    await keepSignIn(await request({ ...call, answer: signedIn }));
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

let outcome: Promise<string | undefined> | undefined;

function outcomeOf(answer: URLSearchParams): Promise<string | undefined> | undefined {
  const code = answer.get(SIGN_ON_CODE);
  const problem = answer.get(SIGN_ON_PROBLEM);
  if (code !== null) return finish(code);
  if (problem === null) return undefined;
  // One that only a newer server knows.
  const known = signOnProblems.find((one) => one === problem) ?? 'failed';
  return Promise.resolve(messages[known]);
}

interface SingleSignOnProps {
  readonly name: string | undefined;
  readonly onSignedIn: () => void;
}

export function SingleSignOn({ name, onSignedIn }: SingleSignOnProps) {
  const { search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is read once, at the first rendering
  useEffect(() => {
    let mounted = true;
    outcome ??= outcomeOf(takeAnswer());
    if (!outcome) return;
    setBusy(true);
    void outcome.then((found) => {
      outcome = undefined;
      if (!mounted) return;
      setBusy(false);
      setProblem(found);
      if (found === undefined) onSignedIn();
    });
    return () => {
      mounted = false;
    };
  }, []);

  // Leaving for a server that cannot be reached would end on a page of the browser.
  const start = async () => {
    if (isInsecure()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await request({ method: 'GET', path: paths.live, open: true, answer: healthy });
      location.assign(`${API_BASE}${OIDC_START_PATH}${search}`);
    } catch (error) {
      setProblem(error instanceof ApiError ? problemOf(error) : messages.busy);
    }
    // Also where the browser comes back to this page as it was.
    setBusy(false);
  };

  return (
    <div className={styles.formBelow}>
      {problem !== undefined && (
        <FormMessage problem={problem} offline={signInMessages.signInNeedsConnection} />
      )}
      {(name !== undefined || isBusy) && (
        <Button
          size="lg"
          width="full"
          variant="outline"
          disabled={isBusy || name === undefined}
          onClick={() => void start()}
        >
          {isBusy || name === undefined ? messages.signingIn : messages.signInWith({ name })}
        </Button>
      )}
    </div>
  );
}
