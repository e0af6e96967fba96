import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { detailAnswer, emailConfirmBody, resetBody, resetConfirmBody } from '#contract/account-forms.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { paths } from '#contract/http.ts';
import { messages } from './texts.en.ts';

export const resetRequestResolver = zodResolver(resetBody);

export const newPasswordResolver = zodResolver(
  z
    .object({ password: resetConfirmBody.shape.password, again: z.string() })
    .refine(({ password, again }) => password === again, {
      path: ['again'],
      error: () => messages.passwordsDiffer,
    }),
);

type LinkResult =
  | { readonly kind: 'done'; readonly message: string | undefined }
  /** The server has no such endpoint (decision 31). */
  | { readonly kind: 'unknown-call' }
  | { readonly kind: 'failed'; readonly message: string; readonly fields: readonly FieldProblem[] };

const UNKNOWN_CALL_STATUSES = new Set([404, 405, 501]);

async function sendOpen(path: string, body: object, offline: string): Promise<LinkResult> {
  try {
    const { detail } = await request({
      method: 'POST',
      path,
      body,
      open: true,
      answer: detailAnswer.partial(),
    });
    return { kind: 'done', message: detail };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, kind, message, detail, fields } = error;
    if (status !== undefined && UNKNOWN_CALL_STATUSES.has(status)) return { kind: 'unknown-call' };
    if (kind === 'transient' && status === undefined) {
      return { kind: 'failed', message: offline, fields: [] };
    }
    return { kind: 'failed', message: detail ?? message, fields };
  }
}

/** Never queued (decision 23). */
export const requestResetLink = (email: string) =>
  sendOpen(paths.passwordReset, { email }, messages.resetNeedsConnection);

export const setNewPassword = (token: string, password: string) =>
  sendOpen(paths.passwordResetConfirm, { token, password }, messages.resetNeedsConnection);

export const confirmEmail = (token: string) =>
  sendOpen(paths.emailConfirm, emailConfirmBody.parse({ token }), messages.confirmEmailNeedsConnection);
