import { sql } from 'kysely';
import type {
  BegunFactor,
  ConfirmBody,
  FactorAnswer,
  FactorChallenge,
  FactorKind,
  FactorMethod,
  OwnFactors,
} from '#contract/second-factor.ts';
import type { AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { badField, conflict, HttpError } from '#server/platform/http-error.ts';
import type { VerifiedUser } from '../sessions.ts';
import { messages } from '../texts.en.ts';
import {
  type ChallengePurpose,
  endChallenge,
  issueChallenge,
  type OpenChallenge,
  ownerOfToken,
  takeAttempt,
} from './challenges.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import {
  assertionOptions,
  newPasskeyChallenge,
  type RelyingParty,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from './passkey-ceremony.ts';
import {
  countUse,
  listFactors,
  lockVerified,
  makeRecoveryCodes,
  readFactors,
  readOwner,
  spendRecoveryCode,
  spendStep,
  storePasskey,
  storeTotp,
} from './stored-factors.ts';
import { newTotpSecret, stepOfCode, totpSetUp } from './totp-codes.ts';

export interface Step {
  readonly purpose: 'sign-in' | 'approval' | 'change';
  /** What an approval or change is for; both steps of it must agree. */
  readonly boundTo?: string;
  /** Undefined where passkeys do not work. */
  readonly party: RelyingParty | undefined;
}

interface Passed {
  readonly kind: FactorMethod;
  /** Recovery codes that are left. */
  readonly codesLeft: number;
}

const secondsNow = async (scope: BranchScope) =>
  (await scope.first(sql<{ now: number }>`select extract(epoch from now())::float8 as now`))?.now ?? 0;

const kindsFor = (party: RelyingParty | undefined): FactorKind[] => (party ? ['totp', 'passkey'] : ['totp']);

/**
 * The second step of users who have a factor (decision 160). It belongs to the user whose password was compared
 * (`findByPassword`); nothing else names its owner.
 */
export class SecondFactors {
  readonly #scopes: BranchScopeFactory;
  readonly #encryption: Encryption;

  constructor(scopes: BranchScopeFactory, tokenSecret: string) {
    this.#scopes = scopes;
    this.#encryption = createEncryption(tokenSecret);
  }

  /** Undefined where the password is enough. */
  async ask(
    { passwordHash, ...user }: VerifiedUser,
    { purpose, boundTo, party }: Step,
  ): Promise<FactorChallenge | undefined> {
    const { totpSecret, passkeys, hasAny, owes, recoveryCodes } = await readFactors(
      this.#scopes.read(user),
      party,
    );
    if (!hasAny && (!owes || purpose === 'change')) return undefined;
    const passkeyChallenge = party && passkeys.length > 0 ? newPasskeyChallenge() : undefined;
    const token = await this.#scopes.write(user, (scope) =>
      issueChallenge(scope, {
        purpose: hasAny ? purpose : 'owed',
        passwordHash,
        boundTo,
        passkeyChallenge,
      }),
    );
    const methods: FactorMethod[] = [];
    if (passkeyChallenge !== undefined) methods.push('passkey');
    // A secret that another token secret has encrypted cannot be compared.
    if (totpSecret && this.#encryption.decrypt(user, totpSecret)) methods.push('totp');
    if (hasAny && recoveryCodes > 0) methods.push('recovery');
    return {
      token,
      methods,
      ...(party &&
        passkeyChallenge !== undefined && {
          passkey: await assertionOptions({ party, challenge: passkeyChallenge, passkeys }),
        }),
      set_up: !hasAny,
      kinds: hasAny ? [] : kindsFor(party),
    };
  }

  /** Counts an attempt of the challenge. Undefined if it is over. */
  async open(
    token: string,
    step: { readonly purpose: ChallengePurpose; readonly boundTo?: string | undefined },
    of?: AuthenticatedUser,
  ): Promise<OpenChallenge | undefined> {
    const user = ownerOfToken(token);
    const isOther = of && (user?.branchId !== of.branchId || user.userId !== of.userId);
    if (!user || isOther) return undefined;
    return this.#scopes.write(user, (scope) => takeAttempt(scope, { token, ...step }));
  }

  /** Of a set-up. A first factor that was begun cannot be confirmed beside another one, which nobody has proven. */
  async openSetUp(token: string, user: AuthenticatedUser): Promise<OpenChallenge | undefined> {
    const boundTo = await this.#placeOf(this.#scopes.read(user));
    return this.open(token, { purpose: 'set-up', boundTo }, user);
  }

  async #placeOf(scope: BranchScope): Promise<'first' | 'further'> {
    return (await readFactors(scope, undefined)).hasAny ? 'further' : 'first';
  }

  /**
   * Uses code, passkey or recovery code up, and the challenge with it.
   * @throws {HttpError} 400 at the member that is wrong
   */
  async pass(
    challenge: OpenChallenge,
    answer: FactorAnswer,
    party: RelyingParty | undefined,
  ): Promise<Passed> {
    return this.#scopes.write(challenge, async (scope) => {
      const kind = await this.#accept(scope, challenge, answer, party);
      if (!(await endChallenge(scope, challenge))) throw badField('code', messages.codeUsed);
      return { kind, codesLeft: (await readFactors(scope, undefined)).recoveryCodes };
    });
  }

  async #accept(
    scope: BranchScope,
    challenge: OpenChallenge,
    { code, recovery_code, passkey }: FactorAnswer,
    party: RelyingParty | undefined,
  ): Promise<FactorMethod> {
    if (recovery_code !== undefined) {
      if (!(await spendRecoveryCode(scope, recovery_code)))
        throw badField('recovery_code', messages.recoveryWrong);
      return 'recovery';
    }
    const { totpSecret, passkeys } = await readFactors(scope, party);
    if (code !== undefined) {
      const secret = totpSecret && this.#encryption.decrypt(challenge, totpSecret);
      const step = secret && stepOfCode(secret, code, await secondsNow(scope));
      if (step === undefined) throw badField('code', messages.codeWrong);
      if (!(await spendStep(scope, step))) throw badField('code', messages.codeUsed);
      return 'totp';
    }
    const stored = passkeys.find((one) => one.credential_id === passkey?.id);
    const { passkeyChallenge } = challenge;
    const counter =
      stored && passkey && party && passkeyChallenge !== undefined
        ? await verifyAssertion({ party, challenge: passkeyChallenge }, stored, passkey)
        : undefined;
    if (!stored || counter === undefined || !(await countUse(scope, stored, counter)))
      throw badField('passkey', messages.passkeyWrong);
    return 'passkey';
  }

  async ofUser(user: AuthenticatedUser, party: RelyingParty | undefined): Promise<OwnFactors> {
    return { ...(await listFactors(this.#scopes.read(user))), kinds: kindsFor(party) };
  }

  /**
   * The factor counts once it was confirmed.
   * @throws {HttpError} 409 for a passkey where none works
   */
  async begin(
    scope: BranchScope,
    {
      kind,
      passwordHash,
      purpose,
      party,
    }: {
      readonly kind: FactorKind;
      readonly passwordHash: string;
      readonly purpose: 'set-up' | 'set-up-at-sign-in';
      readonly party: RelyingParty | undefined;
    },
  ): Promise<BegunFactor> {
    const owner = await readOwner(scope);
    const boundTo = purpose === 'set-up' ? await this.#placeOf(scope) : '';
    if (kind === 'totp') {
      const secret = newTotpSecret();
      const token = await issueChallenge(scope, {
        purpose,
        boundTo,
        passwordHash,
        totpSecret: this.#encryption.encrypt(owner, secret),
      });
      return { token, totp: totpSetUp(secret, owner.email) };
    }
    if (!party) throw conflict(messages.noPasskeysHere);
    const challenge = newPasskeyChallenge();
    const { passkeys } = await readFactors(scope, party);
    const token = await issueChallenge(scope, {
      purpose,
      boundTo,
      passwordHash,
      passkeyChallenge: challenge,
    });
    return { token, passkey: await registrationOptions({ party, challenge, passkeys }, owner) };
  }

  /** For a manager who owes a factor. @throws {HttpError} 401 if the challenge is over or a factor was set up meanwhile */
  async beginOwed(
    challenge: OpenChallenge,
    kind: FactorKind,
    party: RelyingParty | undefined,
  ): Promise<BegunFactor> {
    return this.#scopes.write(challenge, async (scope) => {
      await this.#requireNone(scope, challenge);
      const { passwordHash } = challenge;
      return this.begin(scope, { kind, passwordHash, purpose: 'set-up-at-sign-in', party });
    });
  }

  /** Who knows the password alone must not add a factor beside the one that asks for more. */
  async #requireNone(scope: BranchScope, { passwordHash }: OpenChallenge): Promise<void> {
    const isSame = await lockVerified(scope, passwordHash);
    if (!isSame || (await readFactors(scope, undefined)).hasAny)
      throw new HttpError(401, { detail: messages.challengeOver });
  }

  /**
   * With the first factor come the recovery codes.
   * @throws {HttpError} 400 at the wrong member, 401 if the password was replaced meanwhile, 409 for a known passkey
   */
  async confirm(
    scope: BranchScope,
    challenge: OpenChallenge,
    { code, passkey, name }: ConfirmBody,
    { party, first }: { readonly party: RelyingParty | undefined; readonly first: boolean },
  ): Promise<{ readonly kind: FactorKind; readonly codes: readonly string[] | undefined }> {
    if (first) await this.#requireNone(scope, challenge);
    else if (!(await lockVerified(scope, challenge.passwordHash)))
      throw new HttpError(401, { detail: messages.challengeOver });
    const { recoveryCodes } = await readFactors(scope, undefined);
    if (code !== undefined) {
      const secret = challenge.totpSecret && this.#encryption.decrypt(challenge, challenge.totpSecret);
      const step = secret && stepOfCode(secret, code, await secondsNow(scope));
      if (!challenge.totpSecret || step === undefined) throw badField('code', messages.codeWrong);
      await storeTotp(scope, challenge.totpSecret, step);
    } else {
      if (name === undefined) throw badField('name', messages.passkeyNameMissing);
      const expected = challenge.passkeyChallenge;
      const registered =
        party && passkey && expected !== undefined
          ? await verifyRegistration({ party, challenge: expected }, passkey)
          : undefined;
      if (!registered || !party) throw badField('passkey', messages.passkeyWrong);
      const transports = passkey?.response.transports ?? [];
      await storePasskey(scope, registered, { name, party, transports });
    }
    if (!(await endChallenge(scope, challenge))) throw badField('code', messages.codeUsed);
    return {
      kind: code === undefined ? 'passkey' : 'totp',
      codes: recoveryCodes === 0 ? await makeRecoveryCodes(scope) : undefined,
    };
  }

  async confirmOwed(challenge: OpenChallenge, body: ConfirmBody, party: RelyingParty | undefined) {
    return this.#scopes.write(challenge, (scope) =>
      this.confirm(scope, challenge, body, { party, first: true }),
    );
  }
}
