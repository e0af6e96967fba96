import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageNow } from '#contract/messages.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { KeptAnswers } from '#server/store/kept-answers.ts';
import { userOf } from './authenticate.ts';
import { JSON_TYPE } from './json-type.ts';

/** Longer addresses are those of no app, and are not kept. */
const MAX_ADDRESS_LENGTH = 300;

/** Sends JSON that is kept while nothing of the branch is written (decision 113). */
export class KeptReplies {
  readonly #answers = new KeptAnswers();

  /** @param read returns the JSON, which depends on the data of the branch, the address, the role and the language alone */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: BranchScope,
    read: () => Promise<string>,
  ): Promise<FastifyReply> {
    reply.type(JSON_TYPE);
    if (request.url.length > MAX_ADDRESS_LENGTH) return reply.send(await read());
    const name = `${userOf(request).role} ${languageNow()} ${request.url}`;
    const { text, tag } = await this.#answers.answer(scope, name, read);
    return reply.header('etag', tag).send(text);
  }
}
