import type { User } from '#contract/account.ts';

/** What a person is called on the screen: both names, or the address where there are none. */
export function displayName({ first_name, last_name, email }: User): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}
