import { setDigitWriter } from '#contract/digits.ts';
import { type DigitSet, digitSets } from '#contract/messages.ts';
import { readLocal, removeLocal, writeLocal } from './local-storage.ts';
import { createStore, useStore } from './store.ts';

const DEVICE = 'branch-desk.digits';
const PERSON = 'branch-desk.digits.person';

const known = (key: string) => digitSets.find((digits) => digits === readLocal(key));

/** The person's, else the device's (decision 57). */
const wanted = () => known(PERSON) ?? known(DEVICE) ?? 'latin';

const current = createStore<DigitSet>('latin');

/** @throws if the code that writes them could not be loaded; then nothing has changed */
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

export const chooseDeviceDigits = (digits: DigitSet) => change(DEVICE, digits);

/** Undefined for none. @throws as `applyDigits` does */
export const choosePersonDigits = (digits: DigitSet | undefined) => change(PERSON, digits);

export const useDigits = (): DigitSet => useStore(current);
