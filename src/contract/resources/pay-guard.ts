import type { Guard } from '../permissions.ts';

/** Names the permissions for what employees earn: their pay, salaries and deductions (decision 46). */
export const payGuard: Guard = { read: 'salaries.read', write: 'salaries.write' };
