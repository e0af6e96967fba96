import { z } from 'zod';
import { StartupError } from './startup-error.ts';

/** Decision 161. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

const isOnThisMachine = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1';

/** Whether the provider may be asked over plain http: only one on the same machine. */
export const mayBeInsecure = (issuer: string): boolean => new URL(issuer).protocol === 'http:';

export const issuerAddress = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url));
});

const complete = z.object({
  OIDC_ISSUER: z.string(),
  OIDC_CLIENT_ID: z.string(),
  OIDC_CLIENT_SECRET: z.string(),
  OIDC_NAME: z.string(),
  PUBLIC_URL: z.string(),
});

type Given = { readonly [Name in keyof z.input<typeof complete>]?: string | undefined };

/** The provider sends people back to PUBLIC_URL: a request's Host header is not trusted for that. */
export function readOidcSettings(given: Given): OidcSettings | undefined {
  const { data, error } = complete.safeParse(given);
  if (data)
    return {
      issuer: data.OIDC_ISSUER,
      clientId: data.OIDC_CLIENT_ID,
      clientSecret: data.OIDC_CLIENT_SECRET,
      name: data.OIDC_NAME,
    };
  if (!Object.entries(given).some(([name, value]) => name.startsWith('OIDC_') && value !== undefined))
    return undefined;
  throw new StartupError(
    `Single sign-on needs all of its settings: set ${error.issues.map(({ path }) => path.join()).join(', ')} too, or none that begins with OIDC_.`,
  );
}
