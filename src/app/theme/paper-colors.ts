/** The colours of a picture of a paper: ink on white in every colour scheme. */
export const paperColors = { ink: '#000000', sheet: '#ffffff' } as const;
