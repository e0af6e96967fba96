import type { Mailer } from '#server/platform/mailer.ts';
import { messages } from '../mail-texts.en.ts';
import type { FactorOwner } from './stored-factors.ts';

export type FactorNews =
  | 'totpAdded'
  | 'passkeyAdded'
  | 'totpRemoved'
  | 'passkeyRemoved'
  | 'recoveryCodesMade'
  | 'factorReset'
  | 'codesWrong'
  | { readonly codesLeft: number };

const sentenceOf = (news: FactorNews, facts: { readonly email: string; readonly origin: string }): string =>
  typeof news === 'string'
    ? messages[news](facts)
    : messages.recoveryCodeUsed({ ...facts, left: news.codesLeft });

/** Tells the owner of an account about its second factor, as other changes of it are told (decision 49). */
export function mailFactorNews(mailer: Mailer, { email, language }: FactorOwner, news: FactorNews): void {
  mailer.send({
    purpose: 'the message about a second factor',
    language,
    compose: async () => {
      const facts = { email, origin: mailer.origin() };
      const warning = news === 'codesWrong' ? messages.changePasswordNow : messages.notYouAnyMore;
      return {
        to: email,
        subject: messages.factorSubject,
        text: [messages.greeting, sentenceOf(news, facts), warning, ''].join('\n\n'),
      };
    },
  });
}
