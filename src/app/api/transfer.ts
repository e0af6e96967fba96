import type { z } from 'zod';
import { withTimeout } from '#app/lib/timers.ts';
import { DEVICE, IDEMPOTENCY_KEY } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { reportUnreachable } from './connection.ts';
import { refreshSession } from './refresh-session.ts';
import {
  API_BASE,
  deviceHeader,
  parseFailure,
  parseSuccess,
  type RawResponse,
  readResponse,
} from './send-request.ts';
import { currentSession } from './session.ts';

const SILENCE_MS = 45_000;

/** Its body or answer is a file, so it may take minutes and the user may cancel it. */
export interface Transfer {
  readonly path: string;
  readonly form?: FormData;
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
}

/** @throws the caller's reason if it aborted, else {ApiError} for a lost connection */
function lost({ signal }: Transfer): never {
  signal.throwIfAborted();
  reportUnreachable();
  throw new ApiError('transient');
}

async function send(transfer: Transfer, access: string): Promise<Response> {
  const { path, form, idempotencyKey, signal } = transfer;
  return fetch(`${API_BASE}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${access}`,
      ...(idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: idempotencyKey }),
      ...(form && API_BASE.startsWith('/') && { [DEVICE]: deviceHeader() }),
    },
    body: form,
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  }).catch(() => lost(transfer));
}

async function sendWithToken(transfer: Transfer): Promise<Response> {
  const session = currentSession();
  if (!session) throw new ApiError('unauthenticated');
  const first = await send(transfer, session.access);
  if (first.status !== 401) return first;
  const { access } = await refreshSession(session);
  return send(transfer, access);
}

const isFailure = ({ status }: RawResponse) => status >= 300;

async function readRaw(transfer: Transfer, response: Response): Promise<RawResponse> {
  return readResponse(response).catch(() => lost(transfer));
}

/**
 * @throws {ApiError} when no response arrived, or it is not a success of the contract
 * @throws the caller's abort reason, when the caller aborted
 */
export async function sendForm<S extends z.ZodType>(transfer: Transfer, answer: S): Promise<z.output<S>> {
  const raw = await readRaw(transfer, await sendWithToken(transfer));
  if (isFailure(raw)) throw parseFailure(raw);
  return parseSuccess(raw, answer);
}

/**
 * The access token is sent in the header, because addresses end up in logs.
 * @param onProgress takes the bytes that have arrived so far
 * @throws {ApiError} like `sendForm`; a file that breaks off counts as a lost connection
 */
export async function download(transfer: Transfer, onProgress: (bytes: number) => void): Promise<Blob> {
  const response = await sendWithToken(transfer);
  if (!response.ok || !response.body) throw parseFailure(await readRaw(transfer, response));
  const reader = response.body.getReader();
  let arrived = 0;
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await withTimeout(reader.read(), SILENCE_MS, () => undefined);
      if (piece === undefined) throw new ApiError('transient');
      const { done, value } = piece;
      if (done) return controller.close();
      arrived += value.byteLength;
      onProgress(arrived);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const type = response.headers.get('Content-Type') ?? '';
  // Unlike pieces in an array, the browser may keep this on disk.
  return new Response(counted, { headers: { 'Content-Type': type } }).blob().catch(() => lost(transfer));
}
