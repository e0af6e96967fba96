import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { SignOnChecks } from './oidc-provider.ts';

/** Time for the person at the provider. */
const PENDING_SECONDS = 600;
const AUDIENCE = 'single sign-on';

/** What the browser keeps while its person is at the provider. */
export interface PendingSignOn extends SignOnChecks {
  /** Where the app leads afterwards; the app checks it. */
  readonly next: string | undefined;
}

const claims = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  next: z.string().optional(),
});

/**
 * The browser keeps the state of a sign-in, encrypted, so that any server process with the token secret can go on with
 * it. Other sites cannot set it over https (`__Host-`), and it comes along with the provider's redirect (`SameSite=Lax`).
 */
export class SignOnCookie {
  readonly #key: Uint8Array;
  readonly #name: string;
  readonly #attributes: string;

  constructor(tokenSecret: string, publicUrl: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', tokenSecret, '', AUDIENCE, 32));
    const isSecure = publicUrl.startsWith('https:');
    this.#name = isSecure ? '__Host-branch-desk-sign-on' : 'branch-desk-sign-on';
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** @returns the Set-Cookie header */
  async encrypt(pending: PendingSignOn): Promise<string> {
    const encrypted = await new EncryptJWT({ ...pending })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setAudience(AUDIENCE)
      .setExpirationTime(Math.floor(Date.now() / 1000) + PENDING_SECONDS)
      .encrypt(this.#key);
    return this.set(encrypted, PENDING_SECONDS);
  }

  /** @returns undefined without one, for an expired one, and for one that this server did not make */
  async decrypt(header: string | undefined): Promise<PendingSignOn | undefined> {
    const encrypted = this.read(header);
    if (encrypted === undefined) return undefined;
    const decrypted = await jwtDecrypt(encrypted, this.#key, {
      audience: AUDIENCE,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    }).catch(() => undefined);
    const { success, data } = claims.safeParse(decrypted?.payload);
    return success ? { ...data, next: data.next } : undefined;
  }

  /** @returns the Set-Cookie header */
  set(value: string, seconds: number): string {
    return `${this.#name}=${value}; Max-Age=${seconds}${this.#attributes}`;
  }

  read(header = ''): string | undefined {
    for (const pair of header.split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name === this.#name && value !== undefined && /^[\w.-]+$/.test(value)) return value;
    }
    return undefined;
  }
}
