import { lazy, Suspense, useEffect, useState } from 'react';
import { RESET_PATH, SIGN_IN_PATH } from '#app/lib/initial-screen.ts';
import { PublicShell } from '#app/ui/public-shell.tsx';
import { takeResetToken } from './reset-token.ts';
import { SignInPage } from './sign-in-page.tsx';

const ResetPassword = lazy(async () => ({
  default: (await import('./reset-password-page.tsx')).ResetPasswordPage,
}));

/** The pages before sign-in as the app opens with them, while there is no router yet. */
export function SignInStart({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [path, setPath] = useState(location.pathname);
  const [said, setSaid] = useState<string>();
  // Not only when the page that needs it is there: that may take a while on a bad line.
  useState(takeResetToken);

  useEffect(() => {
    const follow = () => setPath(location.pathname);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const go = (next: string, word?: string) => {
    history.pushState(null, '', next + location.search);
    setPath(next);
    setSaid(word);
  };
  return (
    <PublicShell>
      {path === RESET_PATH ? (
        <Suspense>
          <ResetPassword onBack={() => go(SIGN_IN_PATH)} onDone={(word) => go(SIGN_IN_PATH, word)} />
        </Suspense>
      ) : (
        <SignInPage onSignedIn={onSignedIn} onForgotten={() => go(RESET_PATH)} said={said} />
      )}
    </PublicShell>
  );
}
