import { useRef, useState } from 'react';

/** The same control in the row after the one that has the focus, or before it where that is the last. */
function besideFocus(control: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`main ${control}`)];
  const at = all.findIndex((one) => one.matches(':focus'));
  return all[at + 1] ?? all[at - 1];
}

/**
 * Where the focus goes when what opened a question has gone with its row: to the same control of a row beside it, or to the
 * page's heading. Whoever uses a keyboard would have to start from the top of the page otherwise.
 * @param control a selector of these controls
 */
export function useFocusFallback(control: string) {
  const [neighbour] = useState(() => besideFocus(control));
  const gone = useRef(false);
  return {
    /** To be said before the question closes. */
    rowIsGone: () => {
      gone.current = true;
    },
    /** Nothing where what opened the question takes the focus again. */
    focusAfter: (): HTMLElement | null => {
      if (!gone.current) return null;
      return neighbour?.isConnected ? neighbour : document.querySelector<HTMLElement>('main h1');
    },
  };
}
