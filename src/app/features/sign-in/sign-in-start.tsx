import { lazy, Suspense, useEffect, useState } from 'react';
import { CONFIRM_EMAIL_PATH, RESET_PATH, SIGN_IN_PATH } from '#app/lib/initial-screen.ts';
import { withTexts } from '#app/lib/language.ts';
import { PublicShell } from '#app/ui/public-shell.tsx';
import { takeLinkToken } from './link-token.ts';
import { SignInPage } from './sign-in-page.tsx';

const ResetPassword = lazy(async () => ({
  default: (await withTexts(() => import('./reset-password-page.tsx'))).ResetPasswordPage,
}));

const ConfirmEmail = lazy(async () => ({
  default: (await withTexts(() => import('./confirm-email-page.tsx'))).ConfirmEmailPage,
}));

/** The pages that are opened with a link in a mail. */
const linkPages = new Map([
  [RESET_PATH, ResetPassword],
  [CONFIRM_EMAIL_PATH, ConfirmEmail],
]);

/** Renders the pages before sign-in at the app's start, before the router is loaded. */
export function SignInStart({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [path, setPath] = useState(location.pathname);
  const [message, setMessage] = useState<string>();
  // Before the reset page is loaded, which may take a while on a slow connection.
  useState(takeLinkToken);

  useEffect(() => {
    const onPopState = () => setPath(location.pathname);
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);

  const go = (next: string, successMessage?: string) => {
    history.pushState(null, '', next + location.search);
    setPath(next);
    setMessage(successMessage);
  };
  const LinkPage = linkPages.get(path);
  return (
    <PublicShell>
      {LinkPage ? (
        <Suspense>
          <LinkPage onBack={() => go(SIGN_IN_PATH)} onDone={(text) => go(SIGN_IN_PATH, text)} />
        </Suspense>
      ) : (
        <SignInPage onSignedIn={onSignedIn} onForgotten={() => go(RESET_PATH)} message={message} />
      )}
    </PublicShell>
  );
}
