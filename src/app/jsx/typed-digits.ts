import { toLatinNumber } from '#contract/money.ts';
import { valueInArabicIndic } from './arabic-indic.ts';

const NUMBER_INPUTS = ['inputmode=decimal', 'inputmode=numeric', 'inputmode=tel', 'data-digits']
  .map((attribute) => `input[${attribute}]`)
  .join();

// The setter of an element is replaced by React, which would then see no change.
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Returns a number in the digits of the page, whichever were typed. Its length stays. */
export function inDigits(typed: string, arabicIndic: boolean): string {
  const latin = toLatinNumber(typed);
  return arabicIndic ? valueInArabicIndic(latin) : latin;
}

function showTyped(event: Event, arabicIndic: boolean): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.matches(NUMBER_INPUTS)) return;
  const shown = inDigits(input.value, arabicIndic);
  if (shown === input.value) return;
  const { selectionStart, selectionEnd } = input;
  setValue?.call(input, shown);
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Copies Latin digits: what is pasted elsewhere is data. A note is copied as it was typed. */
function copyLatin(event: ClipboardEvent): void {
  const active = document.activeElement;
  if (active instanceof HTMLTextAreaElement) return;
  if (active instanceof HTMLInputElement && !active.matches(NUMBER_INPUTS)) return;
  const text = String(getSelection());
  const latin = toLatinNumber(text).replaceAll('\u200e', '').replaceAll('\u066a', '%');
  if (latin === text || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', latin);
  event.preventDefault();
}

/**
 * Shows numbers that are typed or pasted in the digits of the page, before the input's own handler reads them, and
 * copies drawn numbers in Latin digits (decision 115), until stopped.
 * @param onStorage is called when another tab has stored something, such as a choice of digits
 */
export function watchTypedDigits(isArabicIndic: () => boolean, onStorage: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('input', (event) => showTyped(event, isArabicIndic()), options);
  document.addEventListener('copy', (event) => isArabicIndic() && copyLatin(event), options);
  window.addEventListener('storage', onStorage, options);
  return () => listening.abort();
}
