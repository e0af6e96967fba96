import { useLocation, useNavigate } from 'react-router-dom';
import { SIGN_IN_PATH } from '#app/shell/start.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

/** The page for a forgotten password inside the route table. */
export function ResetPasswordRoute() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return <ResetPasswordPage onBack={() => void navigate({ pathname: SIGN_IN_PATH, search })} />;
}
