import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, vi } from 'vitest';
import { z } from 'zod';

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly head: string;
  readonly text: string;
}

/** An SMTP server in this process that requires a user and a password. */
export interface MailServer {
  /** The value for SMTP_URL. */
  readonly url: string;
  readonly mails: readonly Mail[];
  /** Sets the answer to every mail from now on, awaited first if it is a promise; undefined accepts. */
  answerWith: (answer: (() => Promise<number | undefined>) | undefined) => void;
  /** Waits for a number of mails to this address, and returns them. */
  readonly arrived: (to: string, count?: number) => Promise<readonly Mail[]>;
  readonly close: () => Promise<void>;
}

const account = { user: 'desk@school', pass: 'p@ss:word/7' };

/** Decodes quoted-printable: removes soft line breaks, and reads `=C3=A9` as bytes. */
function unquote(body: string): string {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function readMail(raw: string, from: string, to: string[]): Mail {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const plain = body.join('\r\n\r\n');
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  const decoded =
    encoding === 'quoted-printable'
      ? unquote(plain)
      : encoding === 'base64'
        ? Buffer.from(plain, 'base64').toString('utf8')
        : plain;
  return { from, to, head, text: decoded.replaceAll('\r\n', '\n') };
}

export async function mailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  let answer: (() => Promise<number | undefined>) | undefined;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === account.user && password === account.pass
        ? done(null, { user: username })
        : done(new Error('Who are you?')),
    onData: (stream, { envelope }, done) => {
      void text(stream).then(async (raw) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const refused = await answer?.();
        if (refused !== undefined) {
          return done(Object.assign(new Error(`not now for ${to}`), { responseCode: refused }));
        }
        mails.push(readMail(raw, envelope.mailFrom ? envelope.mailFrom.address : '', to));
        done();
      });
    },
  });
  // A connection that the client aborts must not fail the test.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = z.object({ port: z.number() }).parse(listening.address());
  const here = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.pass)}@127.0.0.1:${port}`;
  return {
    url: `smtp://${here}`,
    mails,
    answerWith: (given) => {
      answer = given;
    },
    async arrived(to, count = 1) {
      const theirs = () => mails.filter((mail) => mail.to.includes(to));
      await vi.waitFor(() => expect(theirs().length).toBeGreaterThanOrEqual(count));
      return theirs();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export function tokenIn(text: string): string {
  const token = /\/auth\/reset-password#token=([\w-]+)$/m.exec(text)?.[1];
  if (token === undefined) throw new Error(`There is no link in ${text}`);
  return token;
}
