import { rest } from '#contract/arabic/rest.ts';
import { start } from '#contract/arabic/start.ts';
import { httpTexts } from './http.ts';
import { mailTexts } from './mail.ts';
import { storeTexts } from './store.ts';

export const serverTexts = {
  ...start,
  ...rest,
  ...httpTexts,
  ...mailTexts,
  ...storeTexts,
};
