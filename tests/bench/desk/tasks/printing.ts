import type { Person } from '../person.ts';

export async function printed({ page, see }: Person): Promise<void> {
  await see(page.locator('body[data-printed]'));
  await page.evaluate(() => document.body.removeAttribute('data-printed'));
}

export async function printReceipt(person: Person, name: string): Promise<void> {
  const { page, main, tap } = person;
  await tap(main.getByRole('button', { name: new RegExp(`^Receipt of .*${name}`) }));
  await tap(page.getByRole('dialog', { name: 'Receipt' }).getByRole('button', { name: 'Print' }));
  await printed(person);
}
