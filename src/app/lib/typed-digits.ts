import { hasDigitWriter, type NumberKind, valueInDigits } from '#contract/digits.ts';
import { toLatinNumber, toWesternDigits, withoutCurrency } from '#contract/money.ts';
import { withoutUnseen } from '#contract/typed-text.ts';

const NUMBER_INPUTS = 'input[data-digits]';

// The setter of an element is replaced by React, which would then see no change.
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** The input shows the digits of the page, whichever are typed (decision 115). */
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

/** An amount that was copied from a screen or message comes with its currency. */
function pasteAmount(event: ClipboardEvent): void {
  const { target: input } = event;
  if (!(input instanceof HTMLInputElement) || input.dataset.digits !== 'amount') return;
  const pasted = event.clipboardData?.getData('text') ?? '';
  const amount = withoutCurrency(pasted);
  if (amount === pasted) return;
  event.preventDefault();
  input.setRangeText(amount, input.selectionStart ?? 0, input.selectionEnd ?? input.value.length, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

/**
 * Without marks of direction, and numbers in Latin digits, because a copy leaves the page as data (decision 148).
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
 * Numbers turn into the digits of the page before the input's own handler reads them (decision 115).
 * @param onStorage is called when another tab has stored something, such as a choice of digits
 */
export function watchTypedDigits(onStorage: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('input', showTyped, options);
  document.addEventListener('copy', copySeen, options);
  document.addEventListener('paste', pasteAmount, options);
  window.addEventListener('storage', onStorage, options);
  return () => listening.abort();
}
