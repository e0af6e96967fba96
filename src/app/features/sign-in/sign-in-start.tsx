import { useEffect, useState } from 'react';
import { PublicShell } from '#app/shell/public-shell.tsx';
import { RESET_PATH, SIGN_IN_PATH } from '#app/shell/start.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The pages before sign-in as the app opens with them, while there is no router yet. */
export function SignInStart({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [path, setPath] = useState(location.pathname);

  useEffect(() => {
    const follow = () => setPath(location.pathname);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const go = (next: string) => {
    history.pushState(null, '', next + location.search);
    setPath(next);
  };
  return (
    <PublicShell>
      {path === RESET_PATH ? (
        <ResetPasswordPage onBack={() => go(SIGN_IN_PATH)} />
      ) : (
        <SignInPage onSignedIn={onSignedIn} onForgotten={() => go(RESET_PATH)} />
      )}
    </PublicShell>
  );
}
