import { AwsV4Signer } from 'aws4fetch';
import { messages } from '#server/backups/texts.en.ts';
import type { StoreSettings } from '#server/platform/copy-settings.ts';
import { reasonOf } from '#server/platform/startup-error.ts';

type Bytes = ReadableStream<Uint8Array>;

/** A place for encrypted copies on another machine (decision 156). Each call throws if it did not succeed as a whole. */
export interface CopyStore {
  /** @param size bytes of `body` */
  readonly send: (name: string, body: Bytes, size: number, signal?: AbortSignal) => Promise<void>;
  readonly fetch: (name: string, signal?: AbortSignal) => Promise<Bytes>;
  /** Names in any order, also of files that are no copies. */
  readonly list: (signal?: AbortSignal) => Promise<string[]>;
}

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Bytes;
  readonly signal?: AbortSignal | undefined;
}

/** The code of S3's error document, such as `AccessDenied`. Nothing else of an answer is told: it may hold the request. */
const errorCode = /<Code>([A-Za-z]{1,60})<\/Code>/;
const MAX_ERROR_BYTES = 16_384;

async function readStart(answer: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text;
}

/**
 * A bucket of any store that speaks S3, by path (`HOST/BUCKET/KEY`). A copy is one PUT of known length, so it may have
 * 5 GB. Its payload is not signed: what was changed on its way does not decrypt.
 */
export function s3Store({ origin, bucket, prefix, region, keyId, secret }: StoreSettings): CopyStore {
  async function ask(url: URL, { method, headers = {}, body, signal }: Sent): Promise<Response> {
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      service: 's3',
      accessKeyId: keyId,
      secretAccessKey: secret,
      ...(region !== undefined && { region }),
    });
    const signed = await signer.sign();
    let answer: Response;
    try {
      answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        // A signature is for one host alone.
        redirect: 'manual',
        ...(body && { body, duplex: 'half' }),
        ...(signal && { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof TypeError ? (error.cause ?? error) : error;
      throw new Error(messages.copyStoreUnreached({ host: url.host, reason: reasonOf(cause) }));
    }
    if (answer.status === 200) return answer;
    const code = errorCode.exec(await readStart(answer).catch(() => ''))?.[1];
    throw new Error(
      messages.copyStoreRefused({ host: url.host, status: [answer.status, code].filter(Boolean).join(' ') }),
    );
  }

  const urlOf = (name: string) => new URL(`${origin}/${bucket}/${prefix}${name}`);

  return {
    async send(name, body, size, signal) {
      const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' };
      const answer = await ask(urlOf(name), { method: 'PUT', headers, body, signal });
      await answer.body?.cancel();
    },

    async fetch(name, signal) {
      const { body } = await ask(urlOf(name), { method: 'GET', signal });
      return body ?? new ReadableStream({ start: (empty) => empty.close() });
    },

    async list(signal) {
      const names: string[] = [];
      for (let after: string | undefined; ; ) {
        const url = new URL(`${origin}/${bucket}`);
        url.searchParams.set('list-type', '2');
        url.searchParams.set('prefix', `${prefix}branch-desk-`);
        if (after !== undefined) url.searchParams.set('start-after', after);
        const page = await (await ask(url, { method: 'GET', signal })).text();
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)));
        after = keys.at(-1);
        if (after === undefined || !/<IsTruncated>\s*true/.test(page)) return names;
      }
    },
  };
}
