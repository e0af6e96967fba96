export const paperColors = { ink: '#000000', sheet: '#ffffff' } as const;
