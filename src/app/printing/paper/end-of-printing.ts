/**
 * `afterprint` comes too early on iPads, while the paper is still being drawn, and on some browsers never. The next touch
 * or key shows that nobody is printing any more.
 * @returns stops waiting
 */
export function whenPrintingEnds(end: () => void): () => void {
  const names = ['pointerdown', 'keydown'] as const;
  for (const name of names) window.addEventListener(name, end, { capture: true });
  return () => {
    for (const name of names) window.removeEventListener(name, end, { capture: true });
  };
}
