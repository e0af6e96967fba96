import { z } from 'zod';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from './month.ts';

/** Names the header with the UUID of a write; the same key writes once (decision 4). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Names the header with the device of a write: at most 64 letters, digits, spaces and dashes. */
export const DEVICE = 'X-Device';

/** Names the header of every answer to a write with the generation of the database: a restore changes it. */
export const GENERATION = 'X-Generation';

/** Names the header of a read with a version of the branch that is not newer than the answer. */
export const BRANCH_VERSION = 'X-Branch-Version';

/** Names the header with the token of a manager's approval of this one write (decision 46). */
export const APPROVAL = 'X-Approval';

/** Names the header with the id of the user who had entered a write that another user sends (decision 47). */
export const ENTERED_BY = 'X-Entered-By';

export const paths = {
  login: '/auth/login/',
  refresh: '/auth/token/refresh/',
  logout: '/auth/logout/',
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
  receiptPrints: '/receipt-prints/',
  months: MONTH_PATH,
  toggleMonth: MONTH_TOGGLE_PATH,
  health: '/health',
  live: '/health/live',
  openapi: '/openapi.json',
} as const;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Parses the response of a health check. */
export const healthy = z.object({ status: z.literal('ok') });

/** Parses the response of a DELETE: a message shown as a notification. */
export const deleted = z.object({ detail: z.string().optional() }).nullish();
