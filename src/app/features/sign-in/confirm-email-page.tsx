import { useState } from 'react';
import { FormMessage, SubmitButton } from './form-parts.tsx';
import { LinkPage, useLinkDone, useLinkToken } from './link-page.tsx';
import styles from './sign-in.module.css';
import { messages } from './texts.en.ts';

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
