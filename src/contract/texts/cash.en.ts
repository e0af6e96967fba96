import { defineMessages } from '../messages.ts';

/** Labels and choices of cash movements, beside those of the first lists: they load later. */
export const cashTexts = defineMessages('cash', {
  way: 'Cash was',
  brought: 'Brought',
  handed_over: 'Handed over',
  banked: 'To the bank',
  drawer: 'Drawer',
  person: 'Person',
  personName: 'Received or brought by',
  slip: 'Number of the slip',
  received: 'Received',
  confirmed: 'Confirmed',
  confirmedBy: 'Confirmed by',
  noSecondPerson: 'No second person',
  close: 'Drawer close',
});
