/** Holds a mail in plain text. It may contain the secret of a link and must not be logged. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What is printed in its place without a mail server; nothing if it is absent. */
  readonly notice?: string;
}

/** Delivers a mail. @throws {Error} if this attempt failed */
export type Deliver = (mail: OutgoingMail) => Promise<void>;
