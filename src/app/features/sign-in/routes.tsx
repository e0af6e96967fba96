import { ConfirmEmailPage } from './link-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The pages load together: each alone would be several small files. */
export const authPages = {
  'sign-in': SignInPage,
  'reset-password': ResetPasswordPage,
  'confirm-email': ConfirmEmailPage,
} as const;
