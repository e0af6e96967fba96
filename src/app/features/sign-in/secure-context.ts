/**
 * Returns whether the page came over plain http from another computer. Browsers then lack what saving
 * offline and sending once are built on (decision 32).
 */
export const isInsecure = (): boolean => window.isSecureContext === false;
