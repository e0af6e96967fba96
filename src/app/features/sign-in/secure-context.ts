/**
 * True over plain http from another computer. Browsers then lack functions that saving offline and sending once need
 * (decision 32).
 */
export const isInsecure = (): boolean => window.isSecureContext === false;
