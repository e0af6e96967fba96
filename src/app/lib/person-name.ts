import type { User } from '#contract/account.ts';

/** Returns the user's display name: both names, else the email address. */
export function displayName({ first_name, last_name, email }: User): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}
