import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importLimits } from '#contract/imports.ts';
import { messages } from '#server/messages/http.en.ts';
import { badField, HttpError } from '#server/platform/http-error.ts';

const FORM_BYTES = 4 * 1024 * 1024;
/** A form that is too large is read so far and thrown away, so that the answer arrives. */
const READ_BYTES = 100 * 1000 * 1000;
const MEGABYTE = 1_000_000;

const tooLarge = () =>
  new HttpError(413, { detail: messages.uploadTooLarge({ megabytes: importLimits.bytes / MEGABYTE }) });

class WaitingForm {
  readonly path = join(tmpdir(), `branch-desk-upload-${randomUUID()}`);
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }
}

async function store(form: WaitingForm, payload: Readable): Promise<WaitingForm> {
  let size = 0;
  const measure = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      size += bytes.length;
      if (size > READ_BYTES) done(tooLarge());
      else if (size > importLimits.bytes + FORM_BYTES) done();
      else done(null, bytes);
    },
  });
  try {
    await pipeline(payload, measure, createWriteStream(form.path));
    if (size > importLimits.bytes + FORM_BYTES) throw tooLarge();
    return form;
  } catch (error) {
    await form.remove();
    throw error;
  }
}

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) =>
    store(new WaitingForm(request.headers['content-type'] ?? ''), payload),
  );
}

export interface Upload {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly options: unknown;
}

const LONGEST_NAME = 200;

async function readForm({ path, type }: WaitingForm): Promise<Upload> {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  if (!form) throw new HttpError(400, { detail: messages.uploadNotForm });
  const [file, options] = [form.get('file'), form.get('options')];
  if (!(file instanceof File)) throw badField('file', messages.uploadMissing);
  if (file.size > importLimits.bytes) throw tooLarge();
  const bytes = await file.arrayBuffer();
  return {
    name: [...file.name.replace(/\p{Cc}/gu, '')].slice(-LONGEST_NAME).join(''),
    bytes,
    hash: createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
    options: parseOptions(options),
  };
}

function parseOptions(options: unknown): unknown {
  try {
    return JSON.parse(typeof options === 'string' ? options : '');
  } catch {
    throw badField('options', messages.uploadOptions);
  }
}

export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const form = request.body;
  if (!(form instanceof WaitingForm)) throw new HttpError(415, { detail: messages.uploadNotForm });
  try {
    return await readForm(form);
  } finally {
    await form.remove();
  }
}

export async function discardUpload(request: FastifyRequest): Promise<void> {
  if (request.body instanceof WaitingForm) await request.body.remove();
}
