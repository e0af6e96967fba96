import { hasDigitWriter, type NumberKind, valueInDigits } from '#contract/digits.ts';
import { toLatinNumber, toWesternDigits } from '#contract/money.ts';
import { withoutUnseen } from '#contract/typed-text.ts';

const NUMBER_INPUTS = 'input[data-digits]';

// The setter of an element is replaced by React, which would then see no change.
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Returns the properties that give an input of numbers the digits of the page, whichever are typed (decision 115). */
export function numberInput(value: string, kind: NumberKind) {
  const shown = valueInDigits(value, kind);
  // Marks that keep digits apart in order have no place in a value. From right to left it would be mirrored.
  const isOverridden = hasDigitWriter() && /\p{N}/u.test(shown) && !/\p{L}/u.test(shown);
  return {
    value: shown,
    'data-digits': kind,
    ...(isOverridden && { dir: 'ltr', style: { unicodeBidi: 'bidi-override' } as const }),
  };
}

/** Shows what was typed in the digits of the page; its length stays. */
function showTyped({ target: input }: Event): void {
  if (!(input instanceof HTMLInputElement) || !input.matches(NUMBER_INPUTS)) return;
  const shown =
    input.dataset.digits === 'amount'
      ? valueInDigits(toLatinNumber(input.value), 'amount')
      : valueInDigits(toWesternDigits(input.value), 'code');
  if (shown === input.value) return;
  const { selectionStart, selectionEnd } = input;
  setValue?.call(input, shown);
  input.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * Copies what a person sees: without marks of direction, and numbers in Latin digits, since what is pasted elsewhere is data (decision
 * 148). A note is copied as it was typed.
 */
function copySeen(event: ClipboardEvent): void {
  const active = document.activeElement;
  if (active instanceof HTMLTextAreaElement) return;
  if (active instanceof HTMLInputElement && !active.matches(NUMBER_INPUTS)) return;
  const text = String(getSelection());
  const seen = withoutUnseen(hasDigitWriter() ? toLatinNumber(text).replaceAll('\u066a', '%') : text);
  if (seen === text || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', seen);
  event.preventDefault();
}

/**
 * Shows numbers that are typed or pasted in the digits of the page, before the input's own handler reads them, and
 * copies what is seen, with numbers in Latin digits (decision 115), until stopped.
 * @param onStorage is called when another tab has stored something, such as a choice of digits
 */
export function watchTypedDigits(onStorage: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('input', showTyped, options);
  document.addEventListener('copy', copySeen, options);
  window.addEventListener('storage', onStorage, options);
  return () => listening.abort();
}
