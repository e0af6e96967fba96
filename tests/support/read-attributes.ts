/** Lists the attributes of elements whose values a person sees or hears. */
export const readAttributes = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
] as const;
