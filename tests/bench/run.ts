import { signedInTokens } from '../support/api.ts';
import { startServer } from '../support/running-server.ts';
import { withBenchPage } from './bench-page.ts';
import { javaScriptSizes } from './javascript-sizes.ts';
import { listPages } from './list-pages.ts';
import { table } from './measure.ts';
import { persisting } from './persisting.ts';
import { replaying } from './replaying.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

const server = await startServer({ ACCESS_TOKEN_SECONDS: '3600', LOG_LEVEL: 'warn' });
try {
  const sizes = await javaScriptSizes(server.origin);
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
  print('JavaScript over the wire (brotli)');
  print(
    `sign-in ${kilobytes(sizes.signIn)}, first list ${kilobytes(sizes.firstList)}, a form ${kilobytes(sizes.form)} more\n`,
  );
  const pair = await signedInTokens(server.origin);
  const lines = await withBenchPage(server.origin, async (page) => [
    ...(await persisting(page, pair)),
    ...(await replaying(page, pair)),
  ]);
  print('In the browser (lower ratios are better)');
  print(`${table(lines)}\n`);
} finally {
  await server.remove();
}
print('On the server');
print(table(await listPages()));
