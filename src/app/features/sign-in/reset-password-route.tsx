import { useLocation, useNavigate } from 'react-router-dom';
import { currentOwner } from '#app/api/session.ts';
import { SIGN_IN_PATH } from '#app/lib/initial-screen.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

/** Renders the reset page inside the route table. */
export function ResetPasswordRoute() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const toSignIn = { pathname: SIGN_IN_PATH, search };
  const signIn = (message: string) => {
    // A user who is signed in on this device is redirected home instead, and may be another user.
    if (currentOwner()) notify(message);
    void navigate(toSignIn, { replace: true, state: { message } });
  };
  return <ResetPasswordPage onBack={() => void navigate(toSignIn)} onDone={signIn} />;
}
