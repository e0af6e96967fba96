import { useLocation, useNavigate } from 'react-router-dom';
import { currentOwner } from '#app/api/session.ts';
import { SIGN_IN_PATH } from '#app/lib/initial-screen.ts';
import { notify } from '#app/ui/toast/notify.ts';

/** Returns how a page that was opened with a link leads to the sign-in page, with a message where it is done. */
export function useBackToSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const toSignIn = { pathname: SIGN_IN_PATH, search };
  return {
    onBack: () => void navigate(toSignIn),
    onDone: (message: string) => {
      // A user who is signed in on this device is redirected home instead, and may be another user.
      if (currentOwner()) notify(message);
      void navigate(toSignIn, { replace: true, state: { message } });
    },
  };
}
