import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { RESET_PATH } from '#app/lib/initial-screen.ts';
import { redirectAfterLogin } from '#app/lib/redirect-after-login.ts';
import { SignInPage } from './sign-in-page.tsx';

/** What the page before this one left in the history; never needed, only helpful. */
const leftBehind = z.object({ said: z.string().optional() });

/** The sign-in page inside the route table: where a session ended, or someone logged out. */
export function SignInRoute() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state } = useLocation();
  return (
    <SignInPage
      said={leftBehind.safeParse(state).data?.said}
      onSignedIn={() => void navigate(redirectAfterLogin(search), { replace: true })}
      onForgotten={() => void navigate({ pathname: RESET_PATH, search: search.toString() })}
    />
  );
}
