import { toLatinNumber } from '#contract/money.ts';
import { withoutUnseen } from '#contract/typed-text.ts';
import { valueInArabicIndic } from './arabic-indic.ts';

const NUMBER_INPUTS = ['inputmode=decimal', 'inputmode=numeric', 'inputmode=tel', 'data-digits']
  .map((attribute) => `input[${attribute}]`)
  .join();

// The setter of an element is replaced by React, which would then see no change.
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Returns a number in the digits of the page, whichever were typed. Its length stays. */
function inDigits(typed: string, arabicIndic: boolean): string {
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

/**
 * Copies what a person sees: without marks of direction, and numbers in Latin digits, since what is pasted elsewhere is data (decision
 * 148). A note is copied as it was typed.
 */
function copySeen(event: ClipboardEvent, arabicIndic: boolean): void {
  const active = document.activeElement;
  if (active instanceof HTMLTextAreaElement) return;
  if (active instanceof HTMLInputElement && !active.matches(NUMBER_INPUTS)) return;
  const text = String(getSelection());
  const seen = withoutUnseen(arabicIndic ? toLatinNumber(text).replaceAll('\u066a', '%') : text);
  if (seen === text || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', seen);
  event.preventDefault();
}

/**
 * Shows numbers that are typed or pasted in the digits of the page, before the input's own handler reads them, and
 * copies what is seen, with numbers in Latin digits (decision 115), until stopped.
 * @param onStorage is called when another tab has stored something, such as a choice of digits
 */
export function watchTypedDigits(isArabicIndic: () => boolean, onStorage: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('input', (event) => showTyped(event, isArabicIndic()), options);
  document.addEventListener('copy', (event) => copySeen(event, isArabicIndic()), options);
  window.addEventListener('storage', onStorage, options);
  return () => listening.abort();
}
