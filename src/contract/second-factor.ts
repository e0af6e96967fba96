import { z } from 'zod';
import { signedIn } from './account.ts';
import { readId } from './fields.ts';
import { toWesternDigits } from './money.ts';
import { account } from './texts/account.en.ts';
import { inputs } from './texts/inputs.en.ts';
import { typedLine } from './typed-text.ts';

export const factorPaths = {
  signIn: '/auth/login/second-factor/',
  /** For a manager who must have a factor before the first session. */
  beginAtSignIn: '/auth/login/second-factor/new/',
  confirmAtSignIn: '/auth/login/second-factor/new/confirm/',
  approval: '/auth/approval/second-factor/',
  ofUser: '/auth/second-factor/',
  begin: '/auth/second-factor/new/',
  confirm: '/auth/second-factor/new/confirm/',
  remove: '/auth/second-factor/remove/',
  recoveryCodes: '/auth/second-factor/recovery-codes/',
} as const;

/** Appended to the path of a user: a manager removes every factor of somebody who lost the device. */
export const RESET_FACTOR = 'reset-factor/';

export const RECOVERY_CODES = 10;
/** After them the password is asked again. */
export const CODES_A_CHALLENGE = 5;
export const MOST_PASSKEYS = 10;

const methods = ['totp', 'passkey', 'recovery'] as const;
const factorMethod = z.enum(methods);
export type FactorMethod = z.output<typeof factorMethod>;

const kinds = ['totp', 'passkey'] as const;
const factorKind = z.enum(kinds, { error: () => account.secondFactor.kind });
export type FactorKind = z.output<typeof factorKind>;

/** Of the browser's WebAuthn interface; each side hands it to its library. */
const webAuthnOptions = z.record(z.string(), z.unknown());

const challengeToken = z.string().min(1);

/**
 * In `second_factor` of a refusal with 401 (sign-in) or 403 (approval, proof of a person): the password was right. `methods` may have names
 * that the app does not know. Without methods `set_up` is true, and a factor must be set up first.
 */
const challenge = z.object({
  token: challengeToken,
  methods: z.array(z.string()),
  passkey: webAuthnOptions.optional(),
  set_up: z.boolean().optional().default(false),
  kinds: z.array(z.string()).optional().default([]),
});
export type FactorChallenge = z.output<typeof challenge>;
export const refusedForFactor = z.object({ detail: z.string(), second_factor: challenge });

const required = { error: () => inputs.required };
export const writtenToken = z
  .string(required)
  .min(1, required)
  .max(255, { error: () => inputs.invalid });

/** Six digits, in any set of digits and with spaces between them. */
const factorCode = z
  .string({ error: () => account.secondFactor.codeShape })
  .max(40, { error: () => account.secondFactor.codeShape })
  .transform((text) => toWesternDigits(text).replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: () => account.secondFactor.codeShape }));

const recoveryCode = z
  .string({ error: () => account.secondFactor.recoveryShape })
  .max(60, { error: () => account.secondFactor.recoveryShape })
  .transform((text) => toWesternDigits(text).toLowerCase().replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[a-z2-9]{16}$/, { error: () => account.secondFactor.recoveryShape }));

const base64url = z.string().regex(/^[\w-]+$/);
const passkeyFailed = { error: () => account.secondFactor.passkeyUnreadable };

/** AuthenticationResponseJSON of WebAuthn. */
export const passkeyAssertion = z.object(
  {
    id: base64url.max(1400),
    rawId: base64url.max(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url.max(4000),
      authenticatorData: base64url.max(4000),
      signature: base64url.max(4000),
      userHandle: base64url.max(200).optional(),
    }),
    clientExtensionResults: z.object({}).catch({}),
  },
  passkeyFailed,
);
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** RegistrationResponseJSON of WebAuthn. */
const newPasskey = z.object(
  {
    id: base64url.max(1400),
    rawId: base64url.max(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url.max(4000),
      attestationObject: base64url.max(16_000),
      transports: z.array(z.string().max(20)).max(8).optional().catch(undefined),
    }),
    clientExtensionResults: z.object({}).catch({}),
  },
  passkeyFailed,
);
export type NewPasskey = z.output<typeof newPasskey>;

export const oneOf = <T extends Readonly<Record<string, unknown>>>(body: T) =>
  Object.values(body).filter((given) => given !== undefined).length === 1;

export const factorAnswer = {
  code: factorCode.optional(),
  recovery_code: recoveryCode.optional(),
  passkey: passkeyAssertion.optional(),
};
export const oneAnswer = { error: () => account.secondFactor.oneAnswer };

export const signInStep = z
  .object({ token: writtenToken, ...factorAnswer })
  .refine(({ code, recovery_code, passkey }) => oneOf({ code, recovery_code, passkey }), oneAnswer);
export type FactorAnswer = Pick<z.output<typeof signInStep>, 'code' | 'recovery_code' | 'passkey'>;

const currentPassword = z.string(required).min(1, required).max(255);

/** Who has a second factor is refused with 403 and `second_factor` first, and sends both then. */
export const personProof = { current_password: currentPassword, second_factor: signInStep.optional() };
export type PersonProof = z.output<z.ZodObject<typeof personProof>>;

export const beginBody = z.object({ kind: factorKind, ...personProof });
export const beginAtSignInBody = z.object({ kind: factorKind, token: writtenToken });

/** `secret` in base32, `uri` for a QR code; or the options for `navigator.credentials.create`. */
export const begun = z.object({
  token: challengeToken,
  totp: z.object({ secret: z.string(), uri: z.string() }).optional(),
  passkey: webAuthnOptions.optional(),
});
export type BegunFactor = z.output<typeof begun>;

const passkeyName = typedLine({ limit: 40 }).min(1, { error: () => account.secondFactor.nameMissing });

export const confirmBody = z
  .object({
    token: writtenToken,
    code: factorCode.optional(),
    passkey: newPasskey.optional(),
    name: passkeyName.optional(),
  })
  .refine(({ code, passkey }) => oneOf({ code, passkey }), oneAnswer);
export type ConfirmBody = z.output<typeof confirmBody>;

/** Shown once. Absent where the user has codes already. */
const shownCodes = z.array(z.string()).optional();

/** The second step of a sign-in; with codes if a factor was set up there. */
export const signedInWithCodes = signedIn.extend({ recovery_codes: shownCodes });
export type SignedInWithCodes = z.output<typeof signedInWithCodes>;

const passkey = z.object({
  id: readId,
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** GET /auth/second-factor/. Times are ISO 8601 in UTC. */
export const ownFactors = z.object({
  totp: z.object({ created_at: z.string() }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes: z.number().int().nonnegative(),
  required: z.boolean(),
  kinds: z.array(z.string()),
});
export type OwnFactors = z.output<typeof ownFactors>;

export const confirmed = z.object({ recovery_codes: shownCodes });

export const removeBody = z
  .object({ kind: factorKind, id: readId.optional(), ...personProof })
  .refine(({ kind, id }) => (kind === 'passkey') === (id !== undefined), {
    path: ['id'],
    error: () => inputs.invalid,
  });

export const recoveryCodesBody = z.object(personProof);
export const newRecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
