import { firstTexts, labels } from '#contract/arabic/labels.ts';
import { paymentTexts, sentences } from '#contract/arabic/sentences.ts';
import { httpTexts } from './http.ts';
import { mailTexts } from './mail.ts';
import { storeTexts } from './store.ts';

/** Holds all Arabic texts of the server. */
export const serverTexts = {
  contract: { ...labels, ...sentences },
  ...firstTexts,
  ...paymentTexts,
  ...httpTexts,
  ...mailTexts,
  ...storeTexts,
};
