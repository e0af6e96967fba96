import { setDigitWriter } from '#contract/digits.ts';
import { type DigitSet, digitSets } from '#contract/messages.ts';
import { readLocal, removeLocal, writeLocal } from './local-storage.ts';
import { createStore, useStore } from './store.ts';

const DEVICE = 'branch-desk.digits';
const PERSON = 'branch-desk.digits.person';

const known = (key: string) => digitSets.find((digits) => digits === readLocal(key));

/** Returns the digits that apply: the person's, else the device's (decision 57). */
const wanted = () => known(PERSON) ?? known(DEVICE) ?? 'latin';

const current = createStore<DigitSet>('latin');

/** Applies the digits that are chosen. @throws when what writes them could not be loaded; then nothing has changed */
export async function applyDigits(): Promise<void> {
  const digits = wanted();
  const writer = digits === 'latin' ? undefined : (await import('./arabic-indic.ts')).arabicIndic;
  if (digits !== wanted()) return;
  setDigitWriter(writer);
  current.set(digits);
}

function change(key: string, digits: DigitSet | undefined): Promise<void> {
  if (digits) writeLocal(key, digits);
  else removeLocal(key);
  return applyDigits();
}

/** Sets the digits of this device, for whoever has chosen none. @throws as `applyDigits` does */
export const chooseDeviceDigits = (digits: DigitSet) => change(DEVICE, digits);

/** Sets the digits of the signed-in person; undefined for none. @throws as `applyDigits` does */
export const choosePersonDigits = (digits: DigitSet | undefined) => change(PERSON, digits);

/** Returns the current digits and renders again when they change. */
export const useDigits = (): DigitSet => useStore(current);
