import { startServer } from '../support/running-server.ts';
import { type JavaScriptSizes, javaScriptSizes } from './javascript-sizes.ts';

/** Limits the JavaScript of a screen, in kilobytes (1 000 bytes) of brotli. */
const budget: Record<keyof JavaScriptSizes, { readonly label: string; readonly kilobytes: number }> = {
  signIn: { label: 'sign-in', kilobytes: 130 },
  firstList: { label: 'first list', kilobytes: 200 },
  form: { label: 'a form, beyond its list', kilobytes: 90 },
};

/** Limits what Arabic adds to each screen, in kilobytes. */
const ARABIC_KILOBYTES = 8;

function report(label: string, bytes: number, kilobytes: number): void {
  const over = bytes > kilobytes * 1_000;
  process.stdout.write(`${over ? '✗' : '✓'} ${label}: ${(bytes / 1_000).toFixed(1)} KB of ${kilobytes} KB\n`);
  if (over) process.exitCode = 1;
}

const server = await startServer();
try {
  const { en, ar } = await javaScriptSizes(server.origin);
  for (const name of ['signIn', 'firstList', 'form'] as const)
    report(budget[name].label, en[name], budget[name].kilobytes);
  for (const name of ['signIn', 'firstList', 'form'] as const)
    report(`${budget[name].label}, more in Arabic`, ar[name] - en[name], ARABIC_KILOBYTES);
} finally {
  await server.remove();
}
