import type { User } from '#contract/account.ts';

/** Both names, else the email address. */
export function displayName({ first_name, last_name, email }: User): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}
