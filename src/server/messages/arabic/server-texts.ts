import { firstTexts, labels } from '#contract/arabic/labels.ts';
import { sentences, sentenceTexts } from '#contract/arabic/sentences.ts';
import { httpTexts } from './http.ts';
import { mailTexts } from './mail.ts';
import { storeTexts } from './store.ts';

export const serverTexts = {
  contract: { ...labels, ...sentences },
  ...firstTexts,
  ...sentenceTexts,
  ...httpTexts,
  ...mailTexts,
  ...storeTexts,
};
