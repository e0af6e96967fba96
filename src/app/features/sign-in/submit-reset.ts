import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { resetBody, resetConfirmBody, resetSaid } from '#contract/account.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { paths } from '#contract/http.ts';
import { NEEDS_CONNECTION } from './messages.ts';

export const resetRequestResolver = zodResolver(resetBody);

export const newPasswordResolver = zodResolver(
  z
    .object({ password: resetConfirmBody.shape.password, again: z.string() })
    .refine(({ password, again }) => password === again, {
      path: ['again'],
      message: 'This is not the same password',
    }),
);

/** What came of a call. */
export type ResetResult =
  /** It worked, in the host's words where it has any. */
  | { readonly kind: 'done'; readonly said: string | undefined }
  /** The host has no such call (decision 31). */
  | { readonly kind: 'unknown-call' }
  | { readonly kind: 'failed'; readonly message: string; readonly fields: readonly FieldProblem[] };

const NO_SUCH_CALL = new Set([404, 405, 501]);

async function send(path: string, body: object): Promise<ResetResult> {
  try {
    const { detail } = await request({ method: 'POST', path, body, open: true, answer: resetSaid.partial() });
    return { kind: 'done', said: detail };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, kind, message, detail, fields } = error;
    if (status !== undefined && NO_SUCH_CALL.has(status)) return { kind: 'unknown-call' };
    if (kind === 'transient' && status === undefined) {
      return { kind: 'failed', message: NEEDS_CONNECTION, fields: [] };
    }
    return { kind: 'failed', message: detail ?? message, fields };
  }
}

/** Asks for a link to this address. It is never queued (decision 23). */
export const requestResetLink = (email: string) => send(paths.passwordReset, { email });

/** Sets the new password with what the link carries. */
export const setNewPassword = (token: string, password: string) =>
  send(paths.passwordResetConfirm, { token, password });
