/** Names the icons that point along a line of text, which are mirrored from right to left; a key of a keypad is not. */
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

/** Selects these icons by the class that the icon library gives each. */
export const pointingIconSelector = `:is(${pointingIcons.map((name) => `.lucide-${name}`).join()})`;
