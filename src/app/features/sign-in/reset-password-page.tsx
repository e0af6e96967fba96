import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { SIGN_IN_PATH } from '#app/lib/redirect-after-login.ts';
import { AskManager } from './ask-manager.tsx';
import { AuthCard } from './auth-card.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { forgetLinkToken, useLinkToken } from './link-token.ts';
import { LocalLink } from './local-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import styles from './sign-in.module.css';
import { messages } from './texts.en.ts';

interface ResetPasswordPageProps {
  readonly onBack: () => void;
  readonly onDone: (message: string) => void;
}

/** /auth/reset-password: without a token the request of a link, with one the new password. */
export function ResetPasswordPage({ onBack, onDone }: ResetPasswordPageProps) {
  const token = useLinkToken();
  const [isUnknownCall, setIsUnknownCall] = useState(false);
  const title = token === undefined ? messages.forgottenTitle : messages.newPassword;
  useDocumentTitle(title);

  const leave = (then: () => void) => {
    forgetLinkToken();
    then();
  };
  return (
    <AuthCard>
      <AuthHeading key={title}>{title}</AuthHeading>
      {isUnknownCall ? (
        <AskManager />
      ) : token === undefined ? (
        <ForgotPasswordForm onUnknownCall={() => setIsUnknownCall(true)} />
      ) : (
        <NewPasswordForm
          key={token}
          token={token}
          onDone={(message) => leave(() => onDone(message))}
          onUnknownCall={() => setIsUnknownCall(true)}
          onRequestNewLink={forgetLinkToken}
        />
      )}
      <p className={styles.entriesKept}>{messages.entriesKept}</p>
      <Button asChild mt="4" width="full" variant="plain" colorPalette="neutral">
        <LocalLink href={SIGN_IN_PATH} onFollow={() => leave(onBack)}>
          {messages.backToSignIn}
        </LocalLink>
      </Button>
    </AuthCard>
  );
}
