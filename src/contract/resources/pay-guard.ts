import type { Guard } from '../permissions.ts';

/** Permissions for pay, salaries and deductions of employees (decision 46). */
export const payGuard: Guard = { read: 'salaries.read', write: 'salaries.write' };
