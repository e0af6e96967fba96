import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { SIGN_IN_PATH } from '#app/lib/redirect-after-login.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { FormMessage } from './form-message.tsx';
import { forgetLinkToken, useLinkToken } from './link-token.ts';
import { LocalLink } from './local-link.tsx';
import styles from './sign-in.module.css';
import { SubmitButton } from './submit-button.tsx';
import { messages } from './texts.en.ts';

interface ConfirmEmailPageProps {
  readonly onBack: () => void;
  readonly onDone: (message: string) => void;
}

/**
 * /auth/confirm-email, opened from the mail to a new address (decision 49). It waits for a button, because mail
 * scanners open links too.
 */
export function ConfirmEmailPage({ onBack, onDone }: ConfirmEmailPageProps) {
  const token = useLinkToken();
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  useDocumentTitle(messages.confirmEmailTitle);

  const leave = (then: () => void) => {
    forgetLinkToken();
    then();
  };
  const confirm = async (linkToken: string) => {
    setSending(true);
    setProblem(undefined);
    try {
      const { confirmEmail } = await import('./submit-email.ts');
      const result = await confirmEmail(linkToken);
      if (result.kind === 'done') return leave(() => onDone(result.message ?? messages.addressConfirmed));
      setProblem(result.kind === 'failed' ? result.message : messages.confirmEmailNoLink);
    } catch {
      setProblem(messages.confirmEmailNeedsConnection);
    } finally {
      setSending(false);
    }
  };
  return (
    <AuthCard>
      <AuthHeading>{messages.confirmEmailTitle}</AuthHeading>
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
      <Button asChild mt="4" width="full" variant="plain" colorPalette="neutral">
        <LocalLink href={SIGN_IN_PATH} onFollow={() => leave(onBack)}>
          {messages.backToSignIn}
        </LocalLink>
      </Button>
    </AuthCard>
  );
}
