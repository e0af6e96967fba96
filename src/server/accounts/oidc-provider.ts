import type * as Oidc from 'openid-client';
import type { SignOnProblem } from '#contract/single-sign-on.ts';
import { mayBeInsecure, type OidcSettings } from '#server/platform/oidc-settings.ts';

/** Seconds for each request to the provider. */
const TIMEOUT_SECONDS = 10;
/** Milliseconds of the monotonic clock after which addresses of the provider are read anew. */
const READ_AGAIN_MS = 3_600_000;

const SCOPE = 'openid email';

/** What ties the answer of the provider to the browser that was sent there. */
export interface SignOnChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE; only its hash is in an address. */
  readonly verifier: string;
}

export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined unless the provider has verified it. */
  readonly email: string | undefined;
}

/** Letters of other alphabets stay: U+212A, the sign of Kelvin, is no k. */
const asciiLowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Its message is for the log and says neither codes nor tokens. */
export class SignOnRefused extends Error {
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

/**
 * Loaded with the first sign-in, because most servers have no provider. Signatures of ID tokens are checked although
 * they come over TLS: a proxy between both may end it.
 */
export class OidcProvider {
  readonly #settings: OidcSettings;
  readonly #redirectUri: string;
  #known: { readonly config: Oidc.Configuration; readonly until: number } | undefined;

  /** @param redirectUri where the provider sends people back to, as it is registered there */
  constructor(settings: OidcSettings, redirectUri: string) {
    this.#settings = settings;
    this.#redirectUri = redirectUri;
  }

  async newChecks(): Promise<SignOnChecks> {
    const { randomNonce, randomPKCECodeVerifier, randomState } = await import('openid-client');
    return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  }

  /** @throws {SignOnRefused} if the provider cannot be asked */
  async signInAddress({ state, nonce, verifier }: SignOnChecks): Promise<string> {
    const oidc = await import('openid-client');
    return this.#explained(async () =>
      oidc.buildAuthorizationUrl(await this.#configuration(), {
        redirect_uri: this.#redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    ).then(({ href }) => href);
  }

  /**
   * Trades the code of the provider's answer for its claims.
   * @param query of the address that the provider sent the browser to, without the question mark
   * @throws {SignOnRefused} for any answer that is not exactly the one that was asked for
   */
  async accountOf(query: string, { state, nonce, verifier }: SignOnChecks): Promise<ProviderAccount> {
    const oidc = await import('openid-client');
    return this.#explained(async () => {
      const config = await this.#configuration();
      const answer = await oidc.authorizationCodeGrant(config, new URL(`${this.#redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = answer.claims();
      if (!claims) throw new SignOnRefused('failed', 'the provider sent no ID token');
      const { iss: issuer, sub: subject } = claims;
      // Some providers name the address in this answer alone.
      const named =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await oidc.fetchUserInfo(config, answer.access_token, subject)
          : claims;
      const isVerified = typeof named.email === 'string' && named.email_verified === true;
      return {
        issuer,
        subject,
        email: isVerified ? asciiLowerCase(String(named.email)) : undefined,
      };
    });
  }

  async #configuration(): Promise<Oidc.Configuration> {
    if (this.#known && this.#known.until > performance.now()) return this.#known.config;
    const oidc = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#settings;
    const insecure = mayBeInsecure(issuer) ? [oidc.allowInsecureRequests] : [];
    const execute = [oidc.enableNonRepudiationChecks, ...insecure];
    const options = { timeout: TIMEOUT_SECONDS, execute };
    const asked = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    const metadata = asked.serverMetadata();
    // Without the list a provider takes the secret in the header alone (OpenID Connect Discovery, section 3).
    const takesBody = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const authentication = takesBody
      ? oidc.ClientSecretPost(clientSecret)
      : oidc.ClientSecretBasic(clientSecret);
    const config = new oidc.Configuration(metadata, clientId, clientSecret, authentication);
    config.timeout = TIMEOUT_SECONDS;
    for (const extension of execute) extension(config);
    this.#known = { config, until: performance.now() + READ_AGAIN_MS };
    return config;
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignOnRefused) throw error;
      throw await refusalOf(error);
    }
  }
}

/** Answers of a provider that are its own trouble (RFC 6749, section 4.1.2.1). */
const OWN_TROUBLE = ['server_error', 'temporarily_unavailable'];
/** Codes of openid-client for an answer that did not come, or did not come in time. */
const NO_ANSWER = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];

async function refusalOf(error: unknown): Promise<SignOnRefused> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError) {
    const problem = `the provider answered ${plainWord(error.error)}`;
    if (error.error === 'access_denied') return new SignOnRefused('denied', problem);
    return new SignOnRefused(OWN_TROUBLE.includes(error.error) ? 'unreachable' : 'failed', problem);
  }
  if (error instanceof ResponseBodyError) {
    const problem = `the provider answered ${plainWord(error.error)} to the code`;
    return new SignOnRefused(error.status >= 500 ? 'unreachable' : 'failed', problem);
  }
  if (error instanceof ClientError) {
    const { cause, code, message } = error;
    const isAway = NO_ANSWER.includes(code ?? '') || (cause instanceof Response && cause.status >= 500);
    return new SignOnRefused(isAway ? 'unreachable' : 'failed', `${message} (${code})`);
  }
  // What fetch throws when it gets no answer.
  if (error instanceof TypeError) return new SignOnRefused('unreachable', error.message);
  throw error;
}

/** The provider chooses the word, and anybody can write it into the address of the callback. */
const plainWord = (word: string): string => (/^\w{1,40}$/.test(word) ? word : 'an error');
