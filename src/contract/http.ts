import { z } from 'zod';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from './month.ts';

/** Carries a UUID on a write; the same key writes once (decision 4). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Tells on a write which device it comes from: at most 64 letters, digits, spaces and dashes that the app chose. */
export const DEVICE = 'X-Device';

export const paths = {
  login: '/auth/login/',
  refresh: '/auth/token/refresh/',
  passwordReset: '/auth/password/reset/',
  passwordResetConfirm: '/auth/password/reset/confirm/',
  user: '/auth/user/',
  branch: '/branch/details/',
  dashboard: '/dashboard/branch/',
  months: MONTH_PATH,
  toggleMonth: MONTH_TOGGLE_PATH,
  health: '/health',
  openapi: '/openapi.json',
} as const;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The answer of a DELETE: a sentence shown as a notification. */
export const deleted = z.object({ detail: z.string().optional() }).nullish();
