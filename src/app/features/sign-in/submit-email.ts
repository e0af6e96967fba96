import { emailConfirmBody } from '#contract/account-forms.ts';
import { paths } from '#contract/http.ts';
import { type ResetResult, sendOpen } from './submit-reset.ts';
import { messages } from './texts.en.ts';

/** Confirms a new address with the token of its link (decision 49). It is never queued (decision 23). */
export const confirmEmail = (token: string): Promise<ResetResult> =>
  sendOpen(paths.emailConfirm, emailConfirmBody.parse({ token }), messages.confirmEmailNeedsConnection);
