import { Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { SIGN_IN_PATH } from '#app/lib/redirect-after-login.ts';
import { hasStoredSession } from '#app/lib/stored-session.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { AuthCard, AuthHeading } from './auth-card.tsx';
import { forgetLinkToken } from './link-token.ts';
import { messages } from './texts.en.ts';

/** The function leads to the sign-in page, which shows the message. */
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
