import { callsTexts } from '#app/calls/texts.ar.ts';
import { branchSettingsTexts } from '#app/features/branch-settings/texts.ar.ts';
import { closesTexts } from '#app/features/closes/texts.ar.ts';
import { dashboardTexts } from '#app/features/dashboard/texts.ar.ts';
import { debtsTexts } from '#app/features/debts/texts.ar.ts';
import { recordFormsTexts } from '#app/features/forms/texts.ar.ts';
import { monthsTexts } from '#app/features/months/texts.ar.ts';
import { profileTexts } from '#app/features/profile/texts.ar.ts';
import { refundsTexts } from '#app/features/refunds/texts.ar.ts';
import { renewalsTexts } from '#app/features/renewals/texts.ar.ts';
import { reportsTexts } from '#app/features/reports/texts.ar.ts';
import { salariesTexts } from '#app/features/salaries/texts.ar.ts';
import { searchTexts } from '#app/features/search/texts.ar.ts';
import { firstRunTexts } from '#app/features/sign-in/first-run-texts.ar.ts';
import { studentsTexts } from '#app/features/students/texts.ar.ts';
import { takePaymentTexts } from '#app/features/take-payment/texts.ar.ts';
import { usersTexts } from '#app/features/users/texts.ar.ts';
import { calendarTexts } from '#app/fields/calendar-texts.ar.ts';
import { appUpdateTexts } from '#app/lib/update-texts.ar.ts';
import { outboxTexts } from '#app/outbox/texts.ar.ts';
import { printingTexts } from '#app/printing/texts.ar.ts';
import { formTexts } from '#app/resources/form/texts.ar.ts';
import { listOpenedTexts } from '#app/resources/list/opened-texts.ar.ts';
import { monthTexts } from '#app/resources/month/texts.ar.ts';
import { presenceTexts } from '#app/resources/presence/texts.ar.ts';
import { shellOpenedTexts } from '#app/shell/opened-texts.ar.ts';
import { deviceEntriesTexts } from '#app/sync-center/device-entries/texts.ar.ts';
import { encryptedEntriesTexts } from '#app/sync-center/encrypted-entries/texts.ar.ts';
import { problemsTexts } from '#app/sync-center/problems/texts.ar.ts';
import { syncCenterTexts } from '#app/sync-center/texts.ar.ts';
import { uiOpenedTexts } from '#app/ui/opened-texts.ar.ts';
import { secondFactorTexts } from '#app/ui/second-factor/texts.ar.ts';
import { rest as contractRest } from '#contract/arabic/rest.ts';
import { type addTranslations, translations } from '#contract/messages.ts';

export const rest: Parameters<typeof addTranslations>[1] = {
  ...contractRest,
  ...translations({
    profile: profileTexts,
    calls: callsTexts,
    users: usersTexts,
    branchSettings: branchSettingsTexts,
    firstRun: firstRunTexts,
    takePayment: takePaymentTexts,
    search: searchTexts,
    debts: debtsTexts,
    renewals: renewalsTexts,
    reports: reportsTexts,
    recordForms: recordFormsTexts,
    salaries: salariesTexts,
    refunds: refundsTexts,
    calendar: calendarTexts,
    form: formTexts,
    listOpened: listOpenedTexts,
    appUpdate: appUpdateTexts,
    uiOpened: uiOpenedTexts,
    secondFactor: secondFactorTexts,
    shellOpened: shellOpenedTexts,
    dashboard: dashboardTexts,
    months: monthsTexts,
    month: monthTexts,
    presence: presenceTexts,
    problems: problemsTexts,
    students: studentsTexts,
    printing: printingTexts,
    closes: closesTexts,
    outbox: outboxTexts,
    syncCenter: syncCenterTexts,
    encryptedEntries: encryptedEntriesTexts,
    deviceEntries: deviceEntriesTexts,
  }),
};
