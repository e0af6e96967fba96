import { ResetPasswordPage } from './reset-password-page.tsx';
import { useBackToSignIn } from './use-back-to-sign-in.ts';

/** Renders the reset page inside the route table. */
export function ResetPasswordRoute() {
  return <ResetPasswordPage {...useBackToSignIn()} />;
}
