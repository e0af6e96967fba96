import { type Kysely, sql } from 'kysely';
import type {
  BegunFactor,
  ConfirmBody,
  FactorAnswer,
  FactorChallenge,
  FactorKind,
  FactorMethod,
  OwnFactors,
} from '#contract/second-factor.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { badField, conflict, HttpError } from '#server/platform/http-error.ts';
import type { VerifiedUser } from '../sessions.ts';
import { messages } from '../texts.en.ts';
import {
  type ChallengePurpose,
  endChallenge,
  issueChallenge,
  type OpenChallenge,
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
  type FactorOwner,
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

const secondsNow = async (db: Kysely<Database>) =>
  (await sql<{ now: number }>`select extract(epoch from now())::float8 as now`.execute(db)).rows[0]?.now ?? 0;

const kindsFor = (party: RelyingParty | undefined): FactorKind[] => (party ? ['totp', 'passkey'] : ['totp']);

/**
 * The second step of people who have a factor (decision 160). It belongs to the person whose password was compared
 * (`findByPassword`); nothing else names its owner.
 */
export class SecondFactors {
  readonly #db: Kysely<Database>;
  readonly #encryption: Encryption;

  constructor(db: Kysely<Database>, tokenSecret: string) {
    this.#db = db;
    this.#encryption = createEncryption(tokenSecret);
  }

  /** Undefined where the password is enough. */
  async ask(
    { personId, passwordHash }: VerifiedUser,
    { purpose, boundTo, party }: Step,
  ): Promise<FactorChallenge | undefined> {
    const { totpSecret, passkeys, hasAny, owes, recoveryCodes } = await readFactors(
      this.#db,
      personId,
      party,
    );
    if (!hasAny && (!owes || purpose === 'change')) return undefined;
    const passkeyChallenge = party && passkeys.length > 0 ? newPasskeyChallenge() : undefined;
    const token = await issueChallenge(this.#db, personId, {
      purpose: hasAny ? purpose : 'owed',
      passwordHash,
      boundTo,
      passkeyChallenge,
    });
    const methods: FactorMethod[] = [];
    if (passkeyChallenge !== undefined) methods.push('passkey');
    // A secret that another token secret has encrypted cannot be compared.
    if (totpSecret && this.#encryption.decrypt(personId, totpSecret)) methods.push('totp');
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

  /**
   * Counts an attempt of the challenge. Undefined if it is over.
   * @param of the only person whose challenge it may be
   */
  async open(
    token: string,
    step: { readonly purpose: ChallengePurpose; readonly boundTo?: string | undefined },
    of?: bigint,
  ): Promise<OpenChallenge | undefined> {
    const challenge = await inTransaction(this.#db, (db) => takeAttempt(db, { token, ...step }));
    return of === undefined || challenge?.personId === of ? challenge : undefined;
  }

  /** Of a set-up. A first factor that was begun cannot be confirmed beside another one, which nobody has proven. */
  async openSetUp(token: string, personId: bigint): Promise<OpenChallenge | undefined> {
    const boundTo = await this.#placeOf(this.#db, personId);
    return this.open(token, { purpose: 'set-up', boundTo }, personId);
  }

  async #placeOf(db: Kysely<Database>, personId: bigint): Promise<'first' | 'further'> {
    return (await readFactors(db, personId)).hasAny ? 'further' : 'first';
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
    return inTransaction(this.#db, async (db) => {
      const kind = await this.#accept(db, challenge, answer, party);
      if (!(await endChallenge(db, challenge))) throw badField('code', messages.codeUsed);
      return { kind, codesLeft: (await readFactors(db, challenge.personId)).recoveryCodes };
    });
  }

  async #accept(
    db: Kysely<Database>,
    { personId, passkeyChallenge }: OpenChallenge,
    { code, recovery_code, passkey }: FactorAnswer,
    party: RelyingParty | undefined,
  ): Promise<FactorMethod> {
    if (recovery_code !== undefined) {
      if (!(await spendRecoveryCode(db, personId, recovery_code)))
        throw badField('recovery_code', messages.recoveryWrong);
      return 'recovery';
    }
    const { totpSecret, passkeys } = await readFactors(db, personId, party);
    if (code !== undefined) {
      const secret = totpSecret && this.#encryption.decrypt(personId, totpSecret);
      const step = secret && stepOfCode(secret, code, await secondsNow(db));
      if (step === undefined) throw badField('code', messages.codeWrong);
      if (!(await spendStep(db, personId, step))) throw badField('code', messages.codeUsed);
      return 'totp';
    }
    const stored = passkeys.find((one) => one.credential_id === passkey?.id);
    const counter =
      stored && passkey && party && passkeyChallenge !== undefined
        ? await verifyAssertion({ party, challenge: passkeyChallenge }, stored, passkey)
        : undefined;
    if (!stored || counter === undefined || !(await countUse(db, personId, stored, counter)))
      throw badField('passkey', messages.passkeyWrong);
    return 'passkey';
  }

  async ofPerson(personId: bigint, party: RelyingParty | undefined): Promise<OwnFactors> {
    return { ...(await listFactors(this.#db, personId)), kinds: kindsFor(party) };
  }

  ownerOf(personId: bigint): Promise<FactorOwner> {
    return readOwner(this.#db, personId);
  }

  /**
   * The factor counts once it was confirmed.
   * @throws {HttpError} 409 for a passkey where none works
   */
  async begin(
    db: Kysely<Database>,
    personId: bigint,
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
    const owner = await readOwner(db, personId);
    const boundTo = purpose === 'set-up' ? await this.#placeOf(db, personId) : '';
    if (kind === 'totp') {
      const secret = newTotpSecret();
      const token = await issueChallenge(db, personId, {
        purpose,
        boundTo,
        passwordHash,
        totpSecret: this.#encryption.encrypt(personId, secret),
      });
      return { token, totp: totpSetUp(secret, owner.email) };
    }
    if (!party) throw conflict(messages.noPasskeysHere);
    const challenge = newPasskeyChallenge();
    const { passkeys } = await readFactors(db, personId, party);
    const token = await issueChallenge(db, personId, {
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
    return inTransaction(this.#db, async (db) => {
      await this.#requireNone(db, challenge);
      const { personId, passwordHash } = challenge;
      return this.begin(db, personId, { kind, passwordHash, purpose: 'set-up-at-sign-in', party });
    });
  }

  /** Who knows the password alone must not add a factor beside the one that asks for more. */
  async #requireNone(db: Kysely<Database>, { personId, passwordHash }: OpenChallenge): Promise<void> {
    const isSame = await lockVerified(db, personId, passwordHash);
    if (!isSame || (await readFactors(db, personId)).hasAny)
      throw new HttpError(401, { detail: messages.challengeOver });
  }

  /**
   * With the first factor come the recovery codes.
   * @throws {HttpError} 400 at the wrong member, 401 if the password was replaced meanwhile, 409 for a known passkey
   */
  async confirm(
    db: Kysely<Database>,
    challenge: OpenChallenge,
    { code, passkey, name }: ConfirmBody,
    { party, first }: { readonly party: RelyingParty | undefined; readonly first: boolean },
  ): Promise<{ readonly kind: FactorKind; readonly codes: readonly string[] | undefined }> {
    const { personId } = challenge;
    if (first) await this.#requireNone(db, challenge);
    else if (!(await lockVerified(db, personId, challenge.passwordHash)))
      throw new HttpError(401, { detail: messages.challengeOver });
    const { recoveryCodes } = await readFactors(db, personId);
    if (code !== undefined) {
      const secret = challenge.totpSecret && this.#encryption.decrypt(personId, challenge.totpSecret);
      const step = secret && stepOfCode(secret, code, await secondsNow(db));
      if (!challenge.totpSecret || step === undefined) throw badField('code', messages.codeWrong);
      await storeTotp(db, personId, challenge.totpSecret, step);
    } else {
      if (name === undefined) throw badField('name', messages.passkeyNameMissing);
      const expected = challenge.passkeyChallenge;
      const registered =
        party && passkey && expected !== undefined
          ? await verifyRegistration({ party, challenge: expected }, passkey)
          : undefined;
      if (!registered || !party) throw badField('passkey', messages.passkeyWrong);
      const transports = passkey?.response.transports ?? [];
      await storePasskey(db, personId, registered, { name, party, transports });
    }
    if (!(await endChallenge(db, challenge))) throw badField('code', messages.codeUsed);
    return {
      kind: code === undefined ? 'passkey' : 'totp',
      codes: recoveryCodes === 0 ? await makeRecoveryCodes(db, personId) : undefined,
    };
  }

  async confirmOwed(challenge: OpenChallenge, body: ConfirmBody, party: RelyingParty | undefined) {
    return inTransaction(this.#db, (db) => this.confirm(db, challenge, body, { party, first: true }));
  }
}
