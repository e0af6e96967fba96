import { expect } from '@playwright/test';
import type { DeskTask } from '../task.ts';
import { debtOn, firstDebt } from './debts.ts';

/** Writes to a parent who owes, with the text filled in, and remembers it. */
export const reminder: DeskTask = {
  what: 'remind a parent by WhatsApp, and remember it',
  bar: 4,
  async prepare(desk) {
    const { name, student, settle } = await firstDebt(desk);
    return {
      act: async (person) => {
        const { page, tap, see, cutNetwork } = person;
        await debtOn(person, name);
        const write = page.getByRole('link', { name: /^WhatsApp to Father/ });
        await see(write);
        expect(await write.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/20\d+\?text=.*\d\.00/);
        await cutNetwork();
        await tap(write);
        await tap(page.getByRole('button', { name: 'Remember the WhatsApp' }));
        const row = page.getByRole('list', { name: 'Students who owe something' }).locator('> li');
        await see(row.filter({ hasText: name }).getByText(/Reminded .*WhatsApp/));
      },
      check: async () => {
        const reminders = await desk.api.all('/reminders/');
        expect(reminders.filter((one) => String(one.student) === student)).toMatchObject([
          { channel: 'whatsapp' },
        ]);
        await settle();
      },
    };
  },
};
