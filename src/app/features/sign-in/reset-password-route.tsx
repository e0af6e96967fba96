import { useLocation, useNavigate } from 'react-router-dom';
import { currentOwner } from '#app/api/session.ts';
import { SIGN_IN_PATH } from '#app/lib/initial-screen.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

/** The page for a forgotten password inside the route table. */
export function ResetPasswordRoute() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const toSignIn = { pathname: SIGN_IN_PATH, search };
  const signIn = (said: string) => {
    // Whoever is signed in on this device is led home instead, and may be someone else.
    if (currentOwner()) notify(said);
    void navigate(toSignIn, { replace: true, state: { said } });
  };
  return <ResetPasswordPage onBack={() => void navigate(toSignIn)} onDone={signIn} />;
}
