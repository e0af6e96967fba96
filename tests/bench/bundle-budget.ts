import { startServer } from '../support/running-server.ts';
import { type JavaScriptSizes, javaScriptSizes } from './javascript-sizes.ts';

/** Limits the JavaScript of a screen, in kilobytes (1 000 bytes) of brotli. */
const budget: Record<keyof JavaScriptSizes, { readonly label: string; readonly kilobytes: number }> = {
  signIn: { label: 'sign-in', kilobytes: 130 },
  firstList: { label: 'first list', kilobytes: 200 },
  form: { label: 'a form, beyond its list', kilobytes: 90 },
};

const server = await startServer();
try {
  const sizes = await javaScriptSizes(server.origin);
  for (const name of ['signIn', 'firstList', 'form'] as const) {
    const { label, kilobytes } = budget[name];
    const over = sizes[name] > kilobytes * 1_000;
    process.stdout.write(
      `${over ? '✗' : '✓'} ${label}: ${(sizes[name] / 1_000).toFixed(1)} KB of ${kilobytes} KB\n`,
    );
    if (over) process.exitCode = 1;
  }
} finally {
  await server.remove();
}
