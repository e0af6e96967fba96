import { lazy, Suspense, useEffect, useState } from 'react';
import { RESET_PATH, SIGN_IN_PATH } from '#app/lib/initial-screen.ts';
import { PublicShell } from '#app/ui/public-shell.tsx';
import { takeResetToken } from './reset-token.ts';
import { SignInPage } from './sign-in-page.tsx';

const ResetPassword = lazy(async () => ({
  default: (await import('./reset-password-page.tsx')).ResetPasswordPage,
}));

/** Renders the pages before sign-in at the app's start, before the router is loaded. */
export function SignInStart({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [path, setPath] = useState(location.pathname);
  const [message, setMessage] = useState<string>();
  // Before the reset page is loaded, which may take a while on a slow connection.
  useState(takeResetToken);

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
  return (
    <PublicShell>
      {path === RESET_PATH ? (
        <Suspense>
          <ResetPassword onBack={() => go(SIGN_IN_PATH)} onDone={(text) => go(SIGN_IN_PATH, text)} />
        </Suspense>
      ) : (
        <SignInPage onSignedIn={onSignedIn} onForgotten={() => go(RESET_PATH)} message={message} />
      )}
    </PublicShell>
  );
}
