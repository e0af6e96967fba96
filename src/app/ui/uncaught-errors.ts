import { ApiError } from '#app/api/api-error.ts';
import { isChunkLoadError } from '#app/api/chunk-load-error.ts';
import { messages } from './texts.en.ts';
import { notify } from './toast/notify.ts';

/** Milliseconds. Later errors are not of the press. */
const AFTER_PRESS = 1_000;

const isOfApp = (error: unknown): error is Error =>
  error instanceof Error && error.name !== 'AbortError' && !isChunkLoadError(error);

const sentenceFor = (error: Error) =>
  error instanceof ApiError ? `${messages.pressFailed} (${error.message})` : messages.pressFailed;

/** A press that ends in an error that no code expects would do nothing and say nothing. */
export function tellUncaughtErrors(): void {
  let pressedAt = Number.NEGATIVE_INFINITY;
  const press = () => {
    pressedAt = performance.now();
  };
  for (const name of ['click', 'submit'] as const) document.addEventListener(name, press, { capture: true });
  const tell = (error: unknown) => {
    if (!isOfApp(error) || performance.now() - pressedAt > AFTER_PRESS) return;
    notify(sentenceFor(error), { kind: 'error' });
  };
  window.addEventListener('error', ({ error }) => tell(error));
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
