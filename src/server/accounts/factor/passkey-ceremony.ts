import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey, PasskeyAssertion } from '#contract/second-factor.ts';

/** Where the app is open: passkeys belong to its host. */
export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  readonly origin: string;
}

export interface StoredPasskey {
  readonly id: bigint;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
}

const RP_NAME = 'Branch Desk';
const CHALLENGE_BYTES = 32;

export const newPasskeyChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url');

const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** A device that can verify its user (PIN, finger, face) does; another is a factor as well, since the password was right. */
const userVerification = 'preferred';

const known = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }));

interface Asked {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly passkeys: readonly StoredPasskey[];
}

export async function assertionOptions({ party, challenge, passkeys }: Asked) {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    allowCredentials: known(passkeys),
    userVerification,
  });
  return { ...options };
}

export async function registrationOptions(
  { party, challenge, passkeys }: Asked,
  { personId, email }: { readonly personId: bigint; readonly email: string },
) {
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: party.id,
    userName: email,
    userID: Uint8Array.from(Buffer.from(String(personId))),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: known(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
  });
  return { ...options };
}

interface Ceremony {
  readonly party: RelyingParty;
  readonly challenge: string;
}

const expectedIn = ({ party, challenge }: Ceremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: false,
});

/** The new counter of signatures; undefined for an assertion that is not right. */
export async function verifyAssertion(
  ceremony: Ceremony,
  passkey: StoredPasskey,
  assertion: PasskeyAssertion,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      ...expectedIn(ceremony),
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: Number(passkey.counter),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for each thing that does not fit, also for a counter that went back.
    return undefined;
  }
}

export interface RegisteredPasskey {
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
}

export async function verifyRegistration(
  ceremony: Ceremony,
  response: NewPasskey,
): Promise<RegisteredPasskey | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expectedIn(ceremony),
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credential_id: id, public_key: Buffer.from(publicKey), counter };
  } catch {
    return undefined;
  }
}
