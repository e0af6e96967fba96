import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { useBackToSignIn } from './use-back-to-sign-in.ts';

/** Renders the page that confirms a new address inside the route table. */
export function ConfirmEmailRoute() {
  return <ConfirmEmailPage {...useBackToSignIn()} />;
}
