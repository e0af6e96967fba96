import { Button } from '@chakra-ui/react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { SIGN_IN_PATH } from '#app/lib/redirect-after-login.ts';
import { createSignal } from '#app/lib/store.ts';
import { hasStoredSession } from '#app/lib/stored-session.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { AuthCard, AuthHeading, FormMessage, SubmitButton } from './form-parts.tsx';
import styles from './sign-in.module.css';
import { messages } from './texts.en.ts';

let token: string | undefined;
const changes = createSignal();

/** Moves the token from the address bar and the history into this tab's memory. May be called at any time. */
export function takeLinkToken(): void {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found === null) return;
  token = found || undefined;
  // The whole address: a path that begins with `//` would name another host, which browsers refuse with an error.
  history.replaceState(history.state, '', location.href.replace(/#.*$/, ''));
}

export function forgetLinkToken(): void {
  token = undefined;
  changes.notify();
}

function subscribe(listener: () => void): () => void {
  // Pasting a second link over the first one changes only the hash and loads no page.
  const onHashChange = () => {
    takeLinkToken();
    listener();
  };
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('hashchange', onHashChange);
  return () => {
    unsubscribe();
    window.removeEventListener('hashchange', onHashChange);
  };
}

function current(): string | undefined {
  takeLinkToken();
  return token;
}

export function useLinkToken(): string | undefined {
  return useSyncExternalStore(subscribe, current);
}

export function useLinkDone(): (message: string) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (message) => {
    forgetLinkToken();
    // A user who is signed in on this device is redirected home instead, and may be another user.
    if (hasStoredSession()) notify(message);
    void navigate({ pathname: SIGN_IN_PATH, search }, { replace: true, state: { message } });
  };
}

interface LinkPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function LinkPage({ title, children }: LinkPageProps) {
  const { search } = useLocation();
  useDocumentTitle(title);
  return (
    <AuthCard>
      <AuthHeading key={title}>{title}</AuthHeading>
      {children}
      <Button asChild mt="4" width="full" variant="plain" colorPalette="neutral">
        <Link to={{ pathname: SIGN_IN_PATH, search }} onClick={forgetLinkToken}>
          {messages.backToSignIn}
        </Link>
      </Button>
    </AuthCard>
  );
}

/** It waits for a button, because mail scanners open links too (decision 49). */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const done = useLinkDone();
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);

  const confirm = async (linkToken: string) => {
    setSending(true);
    setProblem(undefined);
    try {
      const { confirmEmail } = await import('./link-calls.ts');
      const result = await confirmEmail(linkToken);
      if (result.kind === 'done') return done(result.message ?? messages.addressConfirmed);
      setProblem(result.kind === 'failed' ? result.message : messages.confirmEmailNoLink);
    } catch {
      setProblem(messages.confirmEmailNeedsConnection);
    } finally {
      setSending(false);
    }
  };
  return (
    <LinkPage title={messages.confirmEmailTitle}>
      <p className={styles.muted}>
        {token === undefined ? messages.confirmEmailNoLink : messages.confirmEmailIntroduction}
      </p>
      {token !== undefined && (
        <form
          className={styles.formBelow}
          onSubmit={(event) => {
            event.preventDefault();
            void confirm(token);
          }}
        >
          <FormMessage problem={problem} offline={messages.confirmEmailNeedsConnection} />
          <SubmitButton isSubmitting={sending} submitting={messages.confirming}>
            {messages.confirmEmail}
          </SubmitButton>
        </form>
      )}
    </LinkPage>
  );
}
