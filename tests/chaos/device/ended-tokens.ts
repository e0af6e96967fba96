import type { Tokens } from '#contract/account.ts';

/** Follows a token whose signature the server then refuses. */
const ENDED = 'ended';

/** Returns tokens of which the server refuses both, or only the access token. */
export const endedTokens = (
  { access, refresh }: Pick<Tokens, 'access' | 'refresh'>,
  part: 'session' | 'access',
) => ({
  access: `${access}${ENDED}`,
  refresh: part === 'session' ? `${refresh}${ENDED}` : refresh,
});

/** Tells whether the server accepts both tokens. */
export const areValid = ({ access, refresh }: Pick<Tokens, 'access' | 'refresh'>): boolean =>
  !access.endsWith(ENDED) && !refresh.endsWith(ENDED);
