import { translations } from '../messages.ts';
import { arabicAccount } from '../texts/account.ar.ts';
import { arabicBodies } from '../texts/bodies.ar.ts';
import { arabicCashTexts } from '../texts/cash.ar.ts';
import { arabicFigures } from '../texts/figures.ar.ts';
import { arabicPermissions } from '../texts/permissions.ar.ts';
import { arabicSentences } from '../texts/sentences.ar.ts';
import { arabicWriteMessages, arabicWriteTexts } from '../texts/writes.ar.ts';

export const rest = translations({
  account: arabicAccount,
  bodies: arabicBodies,
  cash: arabicCashTexts,
  figures: arabicFigures,
  permissions: arabicPermissions,
  sentences: arabicSentences,
  writeTexts: arabicWriteTexts,
  writes: arabicWriteMessages,
});
