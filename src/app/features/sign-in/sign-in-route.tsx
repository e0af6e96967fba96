import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { RESET_PATH } from '#app/lib/initial-screen.ts';
import { redirectAfterLogin } from '#app/lib/redirect-after-login.ts';
import { SignInPage } from './sign-in-page.tsx';

/** The optional navigation state of the page before this one. */
const locationState = z.object({ message: z.string().optional() });

/** Renders the sign-in page inside the route table: after a logout or an ended session. */
export function SignInRoute() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state } = useLocation();
  return (
    <SignInPage
      message={locationState.safeParse(state).data?.message}
      onSignedIn={() => void navigate(redirectAfterLogin(search), { replace: true })}
      onForgotten={() => void navigate({ pathname: RESET_PATH, search: search.toString() })}
    />
  );
}
