import { messages } from './texts.en.ts';

const load = () => import('@simplewebauthn/browser');

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** A sentence for what the browser or its user refused; undefined for a defect. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return messages.passkeyCancelled;
  if (error.name === 'InvalidStateError') return messages.passkeyPresent;
  return error.name === 'SecurityError' ? messages.passkeyElsewhere : undefined;
}

export type PasskeyResult = { readonly passkey: object } | { readonly problem: string };

/** The server's options are read by the library, which throws for ones that it does not know. */
type Options = Readonly<Record<string, unknown>> | undefined;

async function ceremony(work: () => Promise<object>): Promise<PasskeyResult> {
  try {
    return { passkey: await work() };
  } catch (error) {
    return { problem: refusalOf(error) ?? messages.failed };
  }
}

export const answerWithPasskey = (options: Options): Promise<PasskeyResult> =>
  ceremony(async () => {
    const { startAuthentication } = await load();
    type Given = Parameters<typeof startAuthentication>[0]['optionsJSON'];
    return startAuthentication({ optionsJSON: options as unknown as Given });
  });

export const createPasskey = (options: Options): Promise<PasskeyResult> =>
  ceremony(async () => {
    const { startRegistration } = await load();
    type Given = Parameters<typeof startRegistration>[0]['optionsJSON'];
    return startRegistration({ optionsJSON: options as unknown as Given });
  });
