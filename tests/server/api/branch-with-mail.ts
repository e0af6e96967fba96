import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { addBranch, addUser } from '#server/accounts/administration.ts';
import { type AccountServer, accountServer } from './account-server.ts';
import { type MailServer, mailServer, tokenIn } from './mail-server.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const LOGIN = '/auth/login/';
export const ASK = '/auth/password/reset/';
export const CONFIRM = '/auth/password/reset/confirm/';
export const OLD = 'open sesame';
export const NEW = 'new sesame street';

type Said = ReturnType<AccountServer['post']>;

/** A user who forgot the password, with a server of their own that sends mail. */
interface ForgetfulUser {
  readonly email: string;
  readonly server: AccountServer;
  readonly ask: () => Said;
  readonly confirm: (token: string, password?: string) => Said;
  readonly signIn: (password: string) => Said;
  /** Returns the stored reset links of the user. */
  readonly links: () => Promise<Record<string, unknown>[]>;
  /** Requests a link, and returns the token in the mail. */
  readonly newToken: () => Promise<string>;
}

/** A branch, its database and a mail server. */
interface BranchWithMail {
  readonly database: TestServer;
  readonly post: MailServer;
  readonly settings: Record<string, string>;
  readonly newPerson: () => Promise<ForgetfulUser>;
  readonly close: () => Promise<void>;
}

async function branchWithMail(): Promise<BranchWithMail> {
  const database = await startTestServer();
  const post = await mailServer();
  await addBranch(database.db, { name: 'Giza', address: '' });
  const settings = {
    SMTP_URL: post.url,
    SMTP_FROM: 'Al Nour <desk@alnour.eg>',
    PUBLIC_URL: 'https://desk.alnour.eg/',
  };
  let people = 0;
  return {
    database,
    post,
    settings,
    async newPerson() {
      people += 1;
      const email = `mona${people}@example.com`;
      await addUser(database.db, { email, password: OLD, branch: 'Giza' });
      const server = await accountServer(database, settings);
      const ask = () => server.post(ASK, { email });
      return {
        email,
        server,
        ask,
        confirm: (token, password = NEW) => server.post(CONFIRM, { token, password }),
        signIn: (password) => server.post(LOGIN, { email, password }),
        links: () =>
          database.queryAsOwner(
            'select link.* from password_reset link join person on person.id = link.person_id where person.email = $1',
            [email],
          ),
        async newToken() {
          const before = post.mails.filter(({ to }) => to.includes(email)).length;
          await ask();
          return tokenIn((await post.arrived(email, before + 1)).at(-1)?.text ?? '');
        },
      };
    },
    async close() {
      await post.close();
      await database.close();
    },
  };
}

/** The branch of the present file and the user of the present test, set by `withMail`. */
export let school: BranchWithMail;
export let mona: ForgetfulUser;

/** Gives the tests of this file a branch with mail, and each of them a user of it. */
export function withMail(): void {
  beforeAll(async () => {
    school = await branchWithMail();
  });
  afterAll(() => school.close());
  beforeEach(async () => {
    mona = await school.newPerson();
  });
  afterEach(async () => {
    school.post.answerWith(undefined);
    await mona.server.app.close();
  });
}
