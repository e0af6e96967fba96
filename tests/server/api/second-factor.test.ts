import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashOfBytes } from '#contract/approvable-writes.ts';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { paths } from '#contract/http.ts';
import {
  begun,
  type FactorChallenge,
  factorPaths,
  ownFactors,
  RESET_FACTOR,
  refusedForFactor,
} from '#contract/second-factor.ts';
import { SPREADSHEET_TOKENS_PATH } from '#contract/spreadsheet-tokens.ts';
import { branchUser } from '#contract/users.ts';
import { addBranch, addUser, setUser } from '#server/accounts/administration.ts';
import { type AccountServer, accountServer } from './account-server.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { softwarePasskey } from './software-passkey.ts';
import { withServer } from './with-server.ts';

const PASSWORD = 'open sesame of giza';
const database = withServer();
let post: MailServer;
let server: AccountServer;
let people = 0;

beforeAll(async () => {
  post = await mailServer();
  await addBranch(database.db, { name: 'Giza', address: '' });
  server = await newServer();
});
afterAll(async () => {
  await server.app.close();
  await post.close();
});

/** With rate limits of its own. */
const newServer = () =>
  accountServer(database, {
    SMTP_URL: post.url,
    SMTP_FROM: 'desk@alnour.eg',
    PUBLIC_URL: 'https://desk.alnour.eg',
  });

const bearer = (access: string) => ({ authorization: `Bearer ${access}` });
const signedIn = z.object({ access: z.string(), refresh: z.string() });
const codesIn = z.object({ recovery_codes: z.array(z.string()) });

interface Person {
  readonly email: string;
  readonly id: bigint;
  readonly branchId: bigint;
}

async function newPerson(accountType: 'manager' | 'staff' = 'manager', branch = 'Giza'): Promise<Person> {
  people += 1;
  const email = `mona${people}@example.com`;
  const { userId, branchId } = await addUser(database.db, { email, password: PASSWORD, branch, accountType });
  return { email, id: userId, branchId };
}

const login = (person: Person, at = server) =>
  at.post(paths.login, { email: person.email, password: PASSWORD });
const accessOf = async (person: Person, at = server) => {
  const answer = await login(person, at);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return signedIn.parse(answer.body).access;
};
/** Asks for the second step, and returns it. */
const challengeOf = async (person: Person, at = server) => {
  const answer = await login(person, at);
  expect(answer.status).toBe(401);
  return refusedForFactor.parse(answer.body).second_factor;
};

/** @param ahead steps of 30 s before or after the present one */
const codeOf = (secret: string, ahead = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + ahead * 30_000 });
/** As if no code had been used for a while. */
const forgetSteps = ({ id }: Person) =>
  database.queryAsOwner(
    'update totp set last_step = 0 where person_id = (select person_id from app_user where id = $1)',
    [id],
  );

/** Begins to set up an authenticator app for who has this access. */
async function beginTotp(access: string) {
  const asked = { kind: 'totp', current_password: PASSWORD };
  return begun.parse((await server.post(factorPaths.begin, asked, bearer(access))).body);
}

/** Proves the person as the app does: with the password, then with the factor that is asked for. */
async function prove(
  access: string,
  path: string,
  body: object,
  answer: (challenge: FactorChallenge) => object,
) {
  const given = { ...body, current_password: PASSWORD };
  const asked = await server.post(path, given, bearer(access));
  expect([asked.status, asked.body]).toMatchObject([403, { second_factor: { set_up: false } }]);
  const challenge = refusedForFactor.parse(asked.body).second_factor;
  const second_factor = { token: challenge.token, ...answer(challenge) };
  return server.post(path, { ...given, second_factor }, bearer(access));
}

const removeTotp = (access: string, recovery_code: string | undefined) =>
  prove(access, factorPaths.remove, { kind: 'totp' }, () => ({ recovery_code }));

async function setUpTotp(person: Person, access: string) {
  const { token, totp } = await beginTotp(access);
  const secret = totp?.secret ?? '';
  const confirm = await server.post(factorPaths.confirm, { token, code: codeOf(secret) }, bearer(access));
  expect(confirm.status, JSON.stringify(confirm.body)).toBe(200);
  await forgetSteps(person);
  return { secret, codes: codesIn.parse(confirm.body).recovery_codes };
}

async function personWithTotp(accountType?: 'manager' | 'staff', branch?: string) {
  const person = await newPerson(accountType, branch);
  const access = await accessOf(person);
  return { person, access, ...(await setUpTotp(person, access)) };
}

const step = (token: string, answer: object, at = server) =>
  at.post(factorPaths.signIn, { token, ...answer });
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? '';
};
const mailsTo = async ({ email }: Person, count: number) =>
  (await post.arrived(email, count)).map(({ text }) => text).join('\n');

describe('an authenticator app', () => {
  it('counts only after a right code, and then signs in together with the password', async () => {
    const person = await newPerson();
    const access = await accessOf(person);
    const { token, totp } = await beginTotp(access);
    const { secret = '', uri = '' } = totp ?? {};
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain('otpauth://totp/Branch%20Desk:');
    const wrong = await server.post(factorPaths.confirm, { token, code: wrongCode(secret) }, bearer(access));
    expect([wrong.status, wrong.body]).toEqual([400, { code: [expect.stringContaining('wrong')] }]);
    expect((await login(person)).status).toBe(200);
    const confirm = await server.post(
      factorPaths.confirm,
      // As an Arabic keyboard types it.
      { token, code: codeOf(secret, -1).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))) },
      bearer(access),
    );
    expect(confirm.status).toBe(200);
    const codes = codesIn.parse(confirm.body).recovery_codes;
    expect(new Set(codes).size).toBe(10);
    const refused = await login(person);
    expect([refused.status, refused.body]).toEqual([
      401,
      { detail: expect.stringMatching(/^The password is right\./), second_factor: expect.any(Object) },
    ]);
    const challenge = await challengeOf(person);
    expect([challenge.methods, challenge.set_up]).toEqual([['totp', 'recovery'], false]);
    const passed = await step(challenge.token, { code: codeOf(secret) });
    expect(passed.status).toBe(200);
    const tokens = signedIn.parse(passed.body);
    expect((await server.get(paths.user, tokens.access)).status).toBe(200);
    const factors = ownFactors.parse((await server.get(factorPaths.ofUser, tokens.access)).body);
    expect(factors).toMatchObject({
      totp: { created_at: expect.any(String) },
      recovery_codes: 10,
      required: false,
    });
    expect(await mailsTo(person, 1)).toContain('an authenticator app was set up');
    expect(server.log()).toContain('"event":"second-factor-added"');
    expect(server.log()).not.toContain(secret);
    expect(server.log()).not.toContain(codes[0]);
  });

  it('is stored so that the database alone does not show it', async () => {
    const { person, secret, codes } = await personWithTotp();
    const stored = await database.queryAsOwner(
      `select totp.secret, array(select code_hash from recovery_code where person_id = totp.person_id) as codes
        from totp where person_id = (select person_id from app_user where id = $1)`,
      [person.id],
    );
    const shown = stored.map((row) => JSON.stringify(row)).join() + String(stored[0]?.secret);
    const bytes = Buffer.from(Secret.fromBase32(secret).buffer);
    const storedSecret = z.instanceof(Buffer).parse(stored[0]?.secret);
    expect(storedSecret.includes(bytes)).toBe(false);
    expect(shown).not.toContain(String(codes[0]).replaceAll('-', ''));
  });

  it('accepts no code twice, also not at the same moment', async () => {
    const { person, secret } = await personWithTotp();
    const code = codeOf(secret);
    const challenges = [];
    for (let count = 0; count < 4; count++) challenges.push(await challengeOf(person));
    const answers = await Promise.all(challenges.map(({ token }) => step(token, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const again = await step((await challengeOf(person)).token, { code });
    expect([again.status, again.body]).toEqual([400, { code: [expect.stringContaining('used already')] }]);
    // Nor an older one than the last.
    const older = await step((await challengeOf(person)).token, { code: codeOf(secret, -1) });
    expect(older.status).toBe(400);
  });

  it('accepts the codes beside the present one and no others', async () => {
    const { person, secret } = await personWithTotp();
    for (const [ahead, status] of [
      [-3, 400],
      [3, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      const answer = await step((await challengeOf(person)).token, { code: codeOf(secret, ahead) });
      expect([ahead, answer.status]).toEqual([ahead, status]);
    }
  });

  it('needs the present factor for each change of it, for that change and from its person', async () => {
    const [mona, omar] = [await personWithTotp(), await personWithTotp()];
    const changes = [
      [factorPaths.begin, { kind: 'totp' }],
      [factorPaths.remove, { kind: 'totp' }],
      [factorPaths.recoveryCodes, {}],
    ] as const;
    const current_password = PASSWORD;
    const asked = async (path: string, body: object) =>
      refusedForFactor.parse(
        (await server.post(path, { ...body, current_password }, bearer(mona.access))).body,
      ).second_factor.token;
    for (const [path, body] of changes) {
      const token = await asked(path, body);
      const answer = (code: string, given: { by?: string; token?: string } = {}) => {
        const second_factor = { token: given.token ?? token, code };
        const sent = { ...body, current_password, second_factor };
        return server.post(path, sent, bearer(given.by ?? mona.access));
      };
      const wrong = await answer(wrongCode(mona.secret));
      expect([wrong.status, wrong.body]).toEqual([400, { code: [expect.any(String)] }]);
      const code = codeOf(mona.secret);
      const ofOtherChange = await asked(factorPaths.remove, { kind: 'passkey', id: '1' });
      const ofSignIn = (await challengeOf(mona.person)).token;
      for (const other of [{ by: omar.access }, { token: ofOtherChange }, { token: ofSignIn }])
        expect((await answer(code, other)).status).toBe(403);
    }
    const factors = ownFactors.parse((await server.get(factorPaths.ofUser, mona.access)).body);
    expect(factors).toMatchObject({ totp: expect.any(Object), recovery_codes: 10 });
    const made = await prove(mona.access, SPREADSHEET_TOKENS_PATH, { name: 'Debts' }, () => ({
      recovery_code: mona.codes[0],
    }));
    expect(made.status).toBe(201);
    const moved = await prove(mona.access, factorPaths.begin, { kind: 'totp' }, () => ({
      code: codeOf(mona.secret),
    }));
    expect(moved.status).toBe(200);
  });

  it('that was begun before there was one cannot be confirmed beside it', async () => {
    const person = await newPerson();
    const access = await accessOf(person);
    const early = await beginTotp(access);
    await setUpTotp(person, access);
    const code = codeOf(early.totp?.secret ?? '');
    expect(
      (await server.post(factorPaths.confirm, { token: early.token, code }, bearer(access))).status,
    ).toBe(409);
  });

  it('needs the present password for each change of it', async () => {
    const { person, access, codes } = await personWithTotp();
    const wrong = { current_password: 'open barley of giza' };
    for (const [path, body] of [
      [factorPaths.begin, { kind: 'totp', ...wrong }],
      [factorPaths.remove, { kind: 'totp', ...wrong }],
      [factorPaths.recoveryCodes, wrong],
    ] as const) {
      const answer = await server.post(path, body, bearer(access));
      expect([path, answer.status, answer.body]).toEqual([
        path,
        400,
        { current_password: [expect.any(String)] },
      ]);
    }
    expect((await challengeOf(person)).methods).toContain('totp');
    expect((await removeTotp(access, codes[0])).status).toBe(200);
    expect((await login(person)).status).toBe(200);
    const left = await database.queryAsOwner(
      'select from recovery_code where person_id = (select person_id from app_user where id = $1)',
      [person.id],
    );
    expect(left).toHaveLength(0);
    expect(await mailsTo(person, 3)).toContain('was removed');
  });
});

describe('the second step', () => {
  it('ends after five wrong codes, with the right one too, and its owner is told', async () => {
    const { person, secret } = await personWithTotp();
    const { token } = await challengeOf(person);
    for (let count = 0; count < 5; count++)
      expect((await step(token, { code: wrongCode(secret) })).status).toBe(400);
    const over = await step(token, { code: codeOf(secret) });
    expect([over.status, over.body]).toEqual([401, { detail: expect.stringContaining('password again') }]);
    expect(await mailsTo(person, 2)).toContain('several wrong codes');
    expect((await step((await challengeOf(person)).token, { code: codeOf(secret) })).status).toBe(200);
  });

  it('counts simultaneous codes one by one', async () => {
    const { person, secret } = await personWithTotp();
    const { token } = await challengeOf(person);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => step(token, { code: wrongCode(secret) })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it('counts wrong codes as wrong passwords, and knows no source before the code', async () => {
    const { person, secret } = await personWithTotp();
    await database.queryAsOwner(
      'delete from known_source where person_id = (select person_id from app_user where id = $1)',
      [person.id],
    );
    const statuses: number[] = [];
    for (let round = 0; round < 21; round++) {
      // Another source each time, so that only the count for the account can stop it.
      const remoteAddress = `10.7.${round}.1`;
      const send = async (url: string, payload: object) =>
        server.app.inject({ method: 'POST', url: `/api${url}`, remoteAddress, payload });
      const asked = await send(paths.login, { email: person.email, password: PASSWORD });
      if (asked.statusCode === 429) {
        statuses.push(429);
        break;
      }
      const { token } = refusedForFactor.parse(asked.json()).second_factor;
      for (let count = 0; count < 5; count++)
        statuses.push((await send(factorPaths.signIn, { token, code: wrongCode(secret) })).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(100).fill(400), 429]);
    const known = await database.queryAsOwner(
      'select from known_source where person_id = (select person_id from app_user where id = $1)',
      [person.id],
    );
    expect(known).toHaveLength(0);
  });

  it('ends after its time, with a new password, and for a disabled user', async () => {
    const { person, secret, access } = await personWithTotp();
    const expired = await challengeOf(person);
    await database.queryAsOwner(
      `update factor_challenge set expires_at = now() - interval '1 second' where person_id = (select person_id from app_user where id = $1)`,
      [person.id],
    );
    expect((await step(expired.token, { code: codeOf(secret) })).status).toBe(401);
    const before = await challengeOf(person);
    const stored = await database.queryAsOwner(
      `select extract(epoch from expires_at - created_at) as seconds from factor_challenge where person_id = (select person_id from app_user where id = $1) and purpose = 'sign-in'`,
      [person.id],
    );
    expect(Number(stored[0]?.seconds)).toBeCloseTo(300, 0);
    const change = { current_password: PASSWORD, new_password: 'another sesame of giza' };
    expect((await server.patch(paths.user, change, access)).status).toBe(200);
    expect((await step(before.token, { code: codeOf(secret) })).status).toBe(401);
    const other = await personWithTotp();
    const { token } = await challengeOf(other.person);
    await setUser(database.db, other.person, { disabled: true });
    expect((await step(token, { code: codeOf(other.secret) })).status).toBe(401);
  });

  it('belongs to its user and its purpose', async () => {
    const [mona, omar] = [await personWithTotp(), await personWithTotp()];
    const { token } = await challengeOf(mona.person);
    // The factor of somebody else.
    expect((await step(token, { code: codeOf(omar.secret) })).status).toBe(400);
    expect((await step(token, { recovery_code: omar.codes[0] })).status).toBe(400);
    // A step of a sign-in neither sets up a factor, nor is one that was begun a step.
    expect((await server.post(factorPaths.beginAtSignIn, { token, kind: 'totp' })).status).toBe(401);
    const started = await prove(mona.access, factorPaths.begin, { kind: 'totp' }, () => ({
      recovery_code: mona.codes[1],
    }));
    const set = begun.parse(started.body);
    expect((await step(set.token, { code: codeOf(mona.secret) })).status).toBe(401);
    const confirmed = await server.post(
      factorPaths.confirm,
      { token: set.token, code: codeOf(set.totp?.secret ?? '') },
      bearer(omar.access),
    );
    expect(confirmed.status).toBe(409);
    expect((await step(token, { code: codeOf(mona.secret) })).status).toBe(200);
    expect((await step(token, { code: codeOf(mona.secret, 1) })).status).toBe(401);
  });
});

describe('a recovery code', () => {
  it('signs in once, as it was written down, and its owner is told', async () => {
    const { person, codes } = await personWithTotp();
    const [first = '', second = ''] = codes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await step((await challengeOf(person)).token, { recovery_code: typed })).status).toBe(200);
    const again = await step((await challengeOf(person)).token, { recovery_code: first });
    expect([again.status, again.body]).toEqual([400, { recovery_code: [expect.any(String)] }]);
    const challenges = [await challengeOf(person), await challengeOf(person)];
    const both = await Promise.all(challenges.map(({ token }) => step(token, { recovery_code: second })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await mailsTo(person, 3)).toContain('9 codes are left');
    expect(server.log()).toContain('"event":"recovery-code-used"');
  });

  it('ends with new ones', async () => {
    const { person, access, codes } = await personWithTotp();
    const made = await prove(access, factorPaths.recoveryCodes, {}, () => ({ recovery_code: codes[1] }));
    const fresh = codesIn.parse(made.body).recovery_codes;
    expect(fresh).toHaveLength(10);
    const { token } = await challengeOf(person);
    expect((await step(token, { recovery_code: codes[0] })).status).toBe(400);
    expect((await step(token, { recovery_code: fresh[0] })).status).toBe(200);
  });

  it('still works under another token secret, which the app does not', async () => {
    const { person, secret, codes } = await personWithTotp();
    await database.queryAsOwner(
      'update totp set secret = $2 where person_id = (select person_id from app_user where id = $1)',
      [person.id, Buffer.alloc(48, 7)],
    );
    const challenge = await challengeOf(person);
    expect(challenge.methods).toEqual(['recovery']);
    expect((await step(challenge.token, { code: codeOf(secret) })).status).toBe(400);
    expect((await step(challenge.token, { recovery_code: codes[0] })).status).toBe(200);
  });
});

describe('a passkey', () => {
  const begin = async (access: string) => {
    const answer = await server.post(
      factorPaths.begin,
      { kind: 'passkey', current_password: PASSWORD },
      bearer(access),
    );
    return begunPasskey(answer.body);
  };
  const begunPasskey = (answer: unknown) => {
    const { token, passkey } = begun.parse(answer);
    return { token, challenge: String(passkey?.challenge), options: passkey };
  };
  const byKey =
    (key: ReturnType<typeof softwarePasskey>) =>
    ({ passkey }: FactorChallenge) => ({ passkey: key.assert({ challenge: String(passkey?.challenge) }) });
  const beginAnother = async (access: string, key: ReturnType<typeof softwarePasskey>) =>
    begunPasskey((await prove(access, factorPaths.begin, { kind: 'passkey' }, byKey(key))).body);
  const confirm = (access: string, token: string, passkey: object, name = 'Phone of Mona') =>
    server.post(factorPaths.confirm, { token, passkey, name }, bearer(access));
  async function personWithPasskey() {
    const person = await newPerson();
    const access = await accessOf(person);
    const key = softwarePasskey();
    const { token, challenge, options } = await begin(access);
    expect(options).toMatchObject({ rp: { id: 'desk.alnour.eg' }, attestation: 'none' });
    expect((await confirm(access, token, key.register({ challenge }))).status).toBe(200);
    return { person, access, key };
  }
  const asked = async (person: Person) => {
    const { token, passkey, methods } = await challengeOf(person);
    return { token, challenge: String(passkey?.challenge), options: passkey, methods };
  };

  it('signs in, several with names, and each can be removed', async () => {
    const { person, access, key } = await personWithPasskey();
    const { token, challenge, options, methods } = await asked(person);
    expect(methods).toEqual(['passkey', 'recovery']);
    expect(options).toMatchObject({ rpId: 'desk.alnour.eg', userVerification: 'preferred' });
    expect((await step(token, { passkey: key.assert({ challenge }) })).status).toBe(200);
    const second = softwarePasskey();
    const again = await beginAnother(access, key);
    const added = await confirm(access, again.token, second.register(again), 'مفتاح المكتب');
    expect([added.status, added.body]).toEqual([200, {}]);
    const factors = ownFactors.parse((await server.get(factorPaths.ofUser, access)).body);
    expect(factors.passkeys.map(({ name }) => name)).toEqual(['Phone of Mona', 'مفتاح المكتب']);
    expect(factors.passkeys[0]?.last_used_at).not.toBeNull();
    const id = factors.passkeys[0]?.id;
    const remove = { kind: 'passkey', id };
    expect((await prove(access, factorPaths.remove, remove, byKey(second))).status).toBe(200);
    expect((await prove(access, factorPaths.remove, remove, byKey(second))).status).toBe(404);
    const other = await asked(person);
    expect((await step(other.token, { passkey: key.assert(other) })).status).toBe(400);
    expect((await step(other.token, { passkey: second.assert(other) })).status).toBe(200);
  });

  it('signs for this host, this step and this user only, and its counter never goes back', async () => {
    const { person, key } = await personWithPasskey();
    const other = await personWithPasskey();
    const { token, challenge } = await asked(person);
    const refused = [
      key.assert({ challenge, origin: 'https://desk.alnour.example' }),
      key.assert({ challenge, rpId: 'evil.example' }),
      key.assert({ challenge: (await asked(person)).challenge }),
      other.key.assert({ challenge }),
    ];
    for (const passkey of refused) {
      const answer = await step(token, { passkey });
      expect([answer.status, answer.body]).toEqual([400, { passkey: [expect.any(String)] }]);
    }
    expect((await step(token, { passkey: key.assert({ challenge }, 9) })).status).toBe(200);
    const next = await asked(person);
    expect((await step(next.token, { passkey: key.assert(next, 9) })).status).toBe(400);
    expect((await step(next.token, { passkey: key.assert(next, 10) })).status).toBe(200);
  });

  it('is registered for this host and challenge only, once', async () => {
    const { access, key: firstKey } = await personWithPasskey();
    const key = softwarePasskey();
    const { token, challenge } = await beginAnother(access, firstKey);
    const wrong = await confirm(access, token, key.register({ challenge: 'AAAA' }));
    expect([wrong.status, wrong.body]).toEqual([400, { passkey: [expect.any(String)] }]);
    const elsewhere = key.register({ challenge, origin: 'https://evil.example' });
    expect((await confirm(access, token, elsewhere)).status).toBe(400);
    expect((await confirm(access, token, key.register({ challenge }), '  ')).status).toBe(400);
    expect((await confirm(access, token, key.register({ challenge }))).status).toBe(200);
    const again = await beginAnother(access, firstKey);
    expect((await confirm(access, again.token, key.register(again))).status).toBe(409);
  });

  it('is not offered where a browser has none', async () => {
    const person = await newPerson();
    const plain = await accountServer(database);
    const access = await accessOf(person, plain);
    const at = (host: string, origin?: string) =>
      plain.app.inject({
        method: 'POST',
        url: `/api${factorPaths.begin}`,
        headers: { ...bearer(access), host, ...(origin && { origin }) },
        payload: { kind: 'passkey', current_password: PASSWORD },
      });
    expect((await at('127.0.0.1:8080')).statusCode).toBe(409);
    expect((await at('desk.alnour.eg')).statusCode).toBe(409);
    const local = await at('localhost:8080', 'http://localhost:8080');
    expect(begun.parse(local.json()).passkey).toMatchObject({ rp: { id: 'localhost' } });
    // Behind a proxy that speaks TLS.
    const proxied = await at('desk.alnour.eg', 'https://desk.alnour.eg');
    expect(begun.parse(proxied.json()).passkey).toMatchObject({ rp: { id: 'desk.alnour.eg' } });
    await plain.app.close();
  });
});

describe('an approval', () => {
  const write = async () => ({
    method: 'DELETE',
    path: '/adult-course/1/',
    key: randomUUID(),
    body_hash: await hashOfBytes(),
  });

  it('asks a manager with a factor for it, for the same write', async () => {
    const { person, secret } = await personWithTotp();
    const staff = await accessOf(await newPerson('staff'));
    const askedWrite = await write();
    const asked = await server.post(
      paths.approval,
      { email: person.email, password: PASSWORD, ...askedWrite },
      bearer(staff),
    );
    expect(asked.status).toBe(403);
    const { token } = refusedForFactor.parse(asked.body).second_factor;
    const answer = (body: object, access = staff) =>
      server.post(factorPaths.approval, { token, ...body }, bearer(access));
    const code = codeOf(secret);
    const otherWrite = await write();
    expect((await answer({ ...otherWrite, code })).status).toBe(403);
    expect((await answer({ ...askedWrite, code }, await accessOf(await newPerson('staff')))).status).toBe(
      403,
    );
    expect((await answer({ ...askedWrite, code: wrongCode(secret) })).status).toBe(400);
    expect((await step(token, { code })).status).toBe(401);
    const given = await answer({ ...askedWrite, code });
    expect([given.status, given.body]).toEqual([
      200,
      { approval: expect.any(String), approved_by: expect.any(String) },
    ]);
    expect((await answer({ ...askedWrite, code: codeOf(secret, 1) })).status).toBe(403);
  });
});

describe('a reset by a manager', () => {
  it('lets somebody in with the password again; not oneself, nor in another branch', async () => {
    const { person, codes } = await personWithTotp('staff');
    const { person: manager, access } = await personWithTotp();
    await addBranch(database.db, { name: `Luxor ${randomUUID()}`, address: '' });
    const [{ name = '' } = {}] = await database.queryAsOwner(
      'select name from branch order by id desc limit 1',
    );
    const stranger = await accessOf(await newPerson('manager', String(name)));
    const reset = (id: bigint, by: string) => server.post(`/users/${id}/${RESET_FACTOR}`, {}, bearer(by));
    expect((await reset(person.id, stranger)).status).toBe(404);
    expect((await reset(manager.id, access)).status).toBe(409);
    const { token } = await challengeOf(person);
    const isShown = async () =>
      branchUser.parse((await server.get(`/users/${person.id}/`, access)).body).second_factor;
    expect(await isShown()).toBe(true);
    expect((await reset(person.id, access)).status).toBe(200);
    expect(await isShown()).toBe(false);
    expect((await reset(person.id, access)).status).toBe(409);
    expect((await step(token, { recovery_code: codes[0] })).status).toBe(401);
    expect((await login(person)).status).toBe(200);
    expect(await mailsTo(person, 2)).toContain('was reset');
    expect(server.log()).toContain('"event":"second-factor-reset"');
    const [entry] = await database.queryAsOwner(
      `select note from history where resource = 'user' and record_id = $1 order by id desc limit 1`,
      [String(person.id)],
    );
    expect(entry?.note).toBe('Second factor reset');
  });
});

describe('a factor that the branch asks of its managers', () => {
  const ask = (access: string, second_factor: string) =>
    server.patch(SETTINGS_PATH, { second_factor }, access);
  const newBranch = async () => {
    const name = `Aswan ${randomUUID()}`;
    await addBranch(database.db, { name, address: '' });
    return name;
  };

  it('is turned on only by a manager who has one, and signs out the others', async () => {
    const branch = await newBranch();
    const [owner, staff] = [await newPerson('manager', branch), await newPerson('staff', branch)];
    const other = await newPerson('manager', branch);
    const access = await accessOf(owner);
    const refused = await ask(access, 'managers');
    expect([refused.status, refused.body]).toEqual([400, { second_factor: [expect.any(String)] }]);
    expect((await ask(access, 'everybody')).status).toBe(400);
    const refresh = signedIn.parse((await login(other)).body).refresh;
    const { secret, codes } = await setUpTotp(owner, access);
    expect((await ask(access, 'managers')).body).toMatchObject({ second_factor: 'managers' });
    expect((await server.get(paths.user, access)).status).toBe(200);
    const ended = await server.post(paths.refresh, { refresh });
    expect([ended.status, ended.body]).toEqual([401, { detail: expect.stringContaining('every manager') }]);
    expect((await login(staff)).status).toBe(200);
    // The last one cannot be removed.
    expect((await removeTotp(access, codes[0])).status).toBe(409);
    expect((await step((await challengeOf(owner)).token, { code: codeOf(secret) })).status).toBe(200);
    // Who becomes a manager owes one too, and every server hears of it when it looks.
    const staffAccess = await accessOf(staff);
    await setUser(database.db, staff, { account_type: 'manager' });
    const fresh = await newServer();
    expect((await fresh.get(paths.user, staffAccess)).status).toBe(401);
    await fresh.app.close();
  });

  it('is set up right after the password, and nothing else is possible until then', async () => {
    const branch = await newBranch();
    const owner = await newPerson('manager', branch);
    const access = await accessOf(owner);
    await setUpTotp(owner, access);
    await ask(access, 'managers');
    const person = await newPerson('manager', branch);
    const challenge = await challengeOf(person);
    expect(challenge).toMatchObject({ methods: [], set_up: true, kinds: ['totp', 'passkey'] });
    const token = challenge.token;
    expect((await server.get(paths.user, token)).status).toBe(401);
    for (const answer of [{ code: '123456' }, { recovery_code: 'abcdabcdabcdabcd' }])
      expect((await step(token, answer)).status).toBe(401);
    const staff = await accessOf(await newPerson('staff', branch));
    const approval = await server.post(
      paths.approval,
      {
        email: person.email,
        password: PASSWORD,
        method: 'DELETE',
        path: '/adult-course/1/',
        key: randomUUID(),
        body_hash: await hashOfBytes(),
      },
      bearer(staff),
    );
    expect([approval.status, approval.body]).toEqual([403, { detail: expect.any(String) }]);
    const begin = await server.post(factorPaths.beginAtSignIn, { token, kind: 'totp' });
    const set = begun.parse(begin.body);
    const late = begun.parse((await server.post(factorPaths.beginAtSignIn, { token, kind: 'totp' })).body);
    const secret = set.totp?.secret ?? '';
    const wrong = await server.post(factorPaths.confirmAtSignIn, {
      token: set.token,
      code: wrongCode(secret),
    });
    expect(wrong.status).toBe(400);
    const confirmed = await server.post(factorPaths.confirmAtSignIn, {
      token: set.token,
      code: codeOf(secret),
    });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect(codesIn.parse(confirmed.body).recovery_codes).toHaveLength(10);
    const session = signedIn.parse(confirmed.body);
    expect((await server.get(paths.user, session.access)).status).toBe(200);
    // Who knows the password alone cannot add another one beside it.
    expect((await server.post(factorPaths.beginAtSignIn, { token, kind: 'totp' })).status).toBe(401);
    const code = codeOf(late.totp?.secret ?? '');
    expect((await server.post(factorPaths.confirmAtSignIn, { token: late.token, code })).status).toBe(401);
    await forgetSteps(person);
    expect((await step((await challengeOf(person)).token, { code: codeOf(secret) })).status).toBe(200);
  });
});

it('is declared as a capability, and a password reset does not remove it', async () => {
  const { person, access } = await personWithTotp();
  expect((await server.get(paths.branch, access)).body).toMatchObject({ second_factor: true });
  await server.post(paths.passwordReset, { email: person.email });
  const mails = await post.arrived(person.email, 2);
  const [, token = ''] = /#token=([\w-]+)/.exec(mails.map(({ text }) => text).join('\n')) ?? [];
  const replaced = await server.post(paths.passwordResetConfirm, { token, password: PASSWORD });
  expect(replaced.status).toBe(200);
  expect((await challengeOf(person)).methods).toContain('totp');
});
