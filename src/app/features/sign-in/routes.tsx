import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { RESET_PATH, redirectAfterLogin, SIGN_IN_PATH } from '#app/lib/redirect-after-login.ts';
import { hasStoredSession } from '#app/lib/stored-session.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

function messageIn(state: unknown): string | undefined {
  const message =
    typeof state === 'object' && state !== null && 'message' in state ? state.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

export function SignInRoute() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state } = useLocation();
  return (
    <SignInPage
      message={messageIn(state)}
      onSignedIn={() => void navigate(redirectAfterLogin(search), { replace: true })}
      onForgotten={() => void navigate({ pathname: RESET_PATH, search: search.toString() })}
    />
  );
}

function useBackToSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const toSignIn = { pathname: SIGN_IN_PATH, search };
  return {
    onBack: () => void navigate(toSignIn),
    onDone: (message: string) => {
      // A user who is signed in on this device is redirected home instead, and may be another user.
      if (hasStoredSession()) notify(message);
      void navigate(toSignIn, { replace: true, state: { message } });
    },
  };
}

export const ResetPasswordRoute = () => <ResetPasswordPage {...useBackToSignIn()} />;

export const ConfirmEmailRoute = () => <ConfirmEmailPage {...useBackToSignIn()} />;
