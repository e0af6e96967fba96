import { rest } from '#contract/arabic/rest.ts';
import { start } from '#contract/arabic/start.ts';
import { translations } from '#contract/messages.ts';
import { mailTexts } from '#server/accounts/mail-texts.ar.ts';
import { accountsTexts } from '#server/accounts/texts.ar.ts';
import { backupsTexts } from '#server/backups/texts.ar.ts';
import { exportsTexts } from '#server/exports/texts.ar.ts';
import { fileTexts, importsTexts } from '#server/imports/texts.ar.ts';
import { dailyMailTexts } from '#server/reports/texts.ar.ts';
import { httpTexts } from './http.ar.ts';
import { storeTexts } from './store.ar.ts';

export const arabic = {
  ...start,
  ...rest,
  ...translations({
    serverHttp: httpTexts,
    serverStore: storeTexts,
    serverImports: importsTexts,
    serverFiles: fileTexts,
    serverExports: exportsTexts,
    serverAccounts: accountsTexts,
    serverBackups: backupsTexts,
    mail: mailTexts,
    dailyMail: dailyMailTexts,
  }),
};
