/** Icons that point along a line of text and are mirrored from right to left; a key of a keypad is not. */
export const pointingIcons = [
  'arrow-left',
  'chevron-left',
  'chevron-right',
  'corner-down-right',
  'external-link',
  'log-out',
  'send',
  'trending-down',
  'trending-up',
  'undo-2',
] as const;

export const pointingIconSelector = `:is(${pointingIcons.map((name) => `.lucide-${name}`).join()})`;
