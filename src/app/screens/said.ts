/** Said when a change is kept on this device because the server can't be reached. */
export const KEPT = 'Saved on this device. It will be sent when the connection is back.';

/** A failure as every screen words it (specification, section 8). */
export const errorLine = (message: string | undefined): string =>
  `Error: ${message ?? 'Something went wrong. Try again.'}`;
