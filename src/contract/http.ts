import { z } from 'zod';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from './month.ts';

/** UUID of a write; the same key writes once (decision 4). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Names of fields whose values are not compared where a key is used again: no hash of a password is stored. */
export const PASSWORD_FIELD = /password/i;

/** Percent-encoded; at most 64 letters, digits, spaces, dots, dashes and underscores. */
export const DEVICE = 'X-Device';
export const DEVICE_NAME: RegExp = /^[\p{L}\p{M}\p{N} ._-]{1,64}$/u;

/** In every answer to a write: generation of the database, which a restore changes. */
export const GENERATION = 'X-Generation';

/** In answers to reads: a version of the branch that is not newer than the answer. */
export const BRANCH_VERSION = 'X-Branch-Version';

/** Token of a manager's approval of this one write (decision 46). */
export const APPROVAL = 'X-Approval';

/** Id of the user who entered a write that another user sends (decision 47). */
export const ENTERED_BY = 'X-Entered-By';

export const paths = {
  login: '/auth/login/',
  refresh: '/auth/token/refresh/',
  logout: '/auth/logout/',
  switch: '/auth/switch/',
  sessions: '/auth/sessions/',
  emailConfirm: '/auth/email/confirm/',
  passwordReset: '/auth/password/reset/',
  passwordResetConfirm: '/auth/password/reset/confirm/',
  approval: '/auth/approval/',
  user: '/auth/user/',
  branch: '/branch/details/',
  events: '/branch/events/',
  changes: '/branch/changes/',
  dashboard: '/dashboard/branch/',
  collections: '/collections/',
  families: '/families/',
  renewals: '/renewals/',
  receiptPrints: '/receipt-prints/',
  months: MONTH_PATH,
  toggleMonth: MONTH_TOGGLE_PATH,
  health: '/health',
  live: '/health/live',
  openapi: '/openapi.json',
} as const;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export const healthy = z.object({ status: z.literal('ok') });

export const deleted = z.object({ detail: z.string().optional() }).nullish();
