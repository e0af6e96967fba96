import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoConnectionError } from '#server/db/connection-shares.ts';
import { httpErrorOf, isDatabaseUnavailable, isWithoutConnection } from '#server/db/database-errors.ts';
import { messages } from '#server/messages/http.en.ts';
import { inLanguageOf } from '#server/messages/language.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';

const RETRY_AFTER_SECONDS = 2;
const NO_MORE_FILES = new Set(['EMFILE', 'ENFILE']);
const MIN_CLIENT_ERROR = 400;
const MIN_SERVER_ERROR = 500;

/** Messages do not reveal how the server is built. */
const fastifyMessages: Readonly<Record<string, () => string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => messages.mediaTypeInvalid,
  FST_ERR_CTP_BODY_TOO_LARGE: () => messages.bodyTooLarge,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => messages.bodyLengthWrong,
  FST_ERR_CTP_INVALID_JSON_BODY: () => messages.bodyNotJson,
};

function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const databaseError = httpErrorOf(error);
  if (databaseError) return databaseError;
  if (error instanceof NoConnectionError && error.ofBranch) {
    return new HttpError(503, { detail: messages.branchBusy }, RETRY_AFTER_SECONDS);
  }
  if (isWithoutConnection(error) || NO_MORE_FILES.has(codeOf(error) ?? '')) {
    return new HttpError(503, { detail: messages.serverBusy }, RETRY_AFTER_SECONDS);
  }
  if (isDatabaseUnavailable(error)) {
    return new HttpError(503, { detail: messages.databaseUnavailable }, RETRY_AFTER_SECONDS);
  }
  const status = statusOf(error);
  if (status >= MIN_CLIENT_ERROR && status < MIN_SERVER_ERROR) {
    return new HttpError(status, {
      detail: fastifyMessages[codeOf(error) ?? '']?.() ?? messages.requestInvalid,
    });
  }
  return new HttpError(500, { detail: messages.serverFailed({ requestId: request.id }) });
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return MIN_SERVER_ERROR;
  return typeof error.statusCode === 'number' ? error.statusCode : MIN_SERVER_ERROR;
}

/** Every error has a contract shape (decision 1). Call it directly, not through `register`, before the routes. */
export function errorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { raw } = request;
    if (raw.destroyed && !raw.complete) {
      request.log.info({ err: error }, 'the client went away before its body had arrived');
      return send(
        reply,
        inLanguageOf(request, () => new HttpError(400, { detail: messages.bodyLengthWrong })),
      );
    }
    const httpError = inLanguageOf(request, () => toHttpError(error, request));
    if (httpError.status >= MIN_SERVER_ERROR) request.log.error({ err: error }, 'request failed');
    if (!raw.complete) {
      // The rest of the body is thrown away: closing a connection that still sends takes the answer with it.
      reply.removeHeader('connection');
      raw.resume();
    }
    return send(reply, httpError);
  });
  app.setNotFoundHandler((request, reply) => send(reply, inLanguageOf(request, notFound)));
  // Refused before its body is read and parsed.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw inLanguageOf(request, notFound);
  });
}

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: HttpError): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).send(body);
}

export function replyUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const refusal = () => (isTooLong ? notFound() : new HttpError(400, { detail: messages.requestInvalid }));
  void send(reply, inLanguageOf(request, refusal));
}

export function replyMalformedHttp(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ detail: messages.requestInvalid });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
