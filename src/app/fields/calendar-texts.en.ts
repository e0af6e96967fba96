import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('calendar', {
  loading: 'Loading the calendar',
  missing:
    'The calendar could not be loaded. Type the day instead, such as 30/11/2026: nothing of this form is lost. If another try does not bring it, save first, then reload the page.',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  chooseDate: 'Choose Date',
  chooseDay: 'Choose',
  dayNotAvailable: 'Not available',
  month: 'Month',
  year: 'Year',
});
