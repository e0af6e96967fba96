import { setDrawing } from '#app/jsx/drawn.ts';
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
  const drawing = digits === 'latin' ? undefined : (await import('#app/jsx/arabic-indic.ts')).drawArabicIndic;
  if (digits !== wanted()) return;
  setDrawing(drawing);
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

/** Returns whether numbers are shown in Arabic-Indic digits now. */
export const isArabicIndic = () => current.get() === 'arabic-indic';

/** Returns the current digits and renders again when they change. */
export const useDigits = (): DigitSet => useStore(current);
