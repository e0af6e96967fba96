import { emailConfirmBody } from '#contract/account-forms.ts';
import { paths } from '#contract/http.ts';
import { type ResetResult, sendOpen } from './submit-reset.ts';
import { messages } from './texts.en.ts';

/** Never queued (decision 23). */
export const confirmEmail = (token: string): Promise<ResetResult> =>
  sendOpen(paths.emailConfirm, emailConfirmBody.parse({ token }), messages.confirmEmailNeedsConnection);
