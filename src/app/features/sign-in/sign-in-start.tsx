import { PublicShell } from '#app/shell/public-shell.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The sign-in page as the app opens with it, before there is a router. */
export function SignInStart({ onSignedIn }: { readonly onSignedIn: () => void }) {
  return (
    <PublicShell>
      <SignInPage onSignedIn={onSignedIn} />
    </PublicShell>
  );
}
