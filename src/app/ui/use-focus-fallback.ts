import { useRef, useState } from 'react';

/** Returns the same control in the next row, or in the previous one at the end. */
function adjacentControl(control: string): HTMLElement | undefined {
  const controls = [...document.querySelectorAll<HTMLElement>(`main ${control}`)];
  const index = controls.findIndex((element) => element.matches(':focus'));
  return controls[index + 1] ?? controls[index - 1];
}

/**
 * Chooses the focus after a dialog whose opener was removed together with its row. It goes to the same
 * control of an adjacent row, or to the page's heading; otherwise keyboard users would start at the top of
 * the page.
 * @param control a selector of these controls
 */
export function useFocusFallback(control: string) {
  const [adjacent] = useState(() => adjacentControl(control));
  const rowRemoved = useRef(false);
  return {
    /** Records that the row is removed; call it before the dialog closes. */
    markRowRemoved: () => {
      rowRemoved.current = true;
    },
    /** Returns the element to focus; null where the opener still exists and takes the focus. */
    focusAfter: (): HTMLElement | null => {
      if (!rowRemoved.current) return null;
      return adjacent?.isConnected ? adjacent : document.querySelector<HTMLElement>('main h1');
    },
  };
}
