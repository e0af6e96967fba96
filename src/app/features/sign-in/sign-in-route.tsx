import { useNavigate, useSearchParams } from 'react-router-dom';
import { RESET_PATH } from '#app/shell/start.ts';
import { wantedPath } from '#app/shell/wanted-path.ts';
import { SignInPage } from './sign-in-page.tsx';

/** The sign-in page inside the route table: where a session ended, or someone logged out. */
export function SignInRoute() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <SignInPage
      onSignedIn={() => void navigate(wantedPath(search), { replace: true })}
      onForgotten={() => void navigate({ pathname: RESET_PATH, search: search.toString() })}
    />
  );
}
