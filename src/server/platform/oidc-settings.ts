import { z } from 'zod';
import { StartupError } from './startup-error.ts';

/** Decision 161. */
export interface OidcSettings {
  /** Address of the provider, as its discovery document names it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Names the provider on the button and in mails. */
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

interface GivenOidc {
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
  readonly OIDC_NAME: string | undefined;
  readonly PUBLIC_URL: string | undefined;
}

/** The provider sends people back to PUBLIC_URL: a request's Host header is not trusted for that. */
export function readOidcSettings({ PUBLIC_URL, ...given }: GivenOidc): OidcSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  } = given;
  if ([issuer, clientId, clientSecret, name].every((one) => one === undefined)) return undefined;
  if (
    issuer !== undefined &&
    clientId !== undefined &&
    clientSecret !== undefined &&
    name !== undefined &&
    PUBLIC_URL !== undefined
  )
    return { issuer, clientId, clientSecret, name };
  const missing = Object.entries({ ...given, PUBLIC_URL }).filter(([, value]) => value === undefined);
  throw new StartupError(
    `Single sign-on needs all of its settings: set ${missing.map(([variable]) => variable).join(', ')} too, or none that begins with OIDC_.`,
  );
}
