import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { SYNC_TAG } from '#app/lib/background-store.ts';
import { buildTargets } from './oldest-browsers.ts';

/** Imported by the service worker at each start. */
export const BACKGROUND_EVENTS = 'background.js';
/** Beginning of the name of the file that sends; it is imported only then. */
export const BACKGROUND_SENDER = 'assets/background-send-';

/** A classic script in one file. */
async function classicScript(
  root: string,
  entry: string,
  define: Readonly<Record<string, string>>,
): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: buildTargets,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'background' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [file] = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (file?.type !== 'chunk') throw new Error(`${entry} is not one file.`);
  return file.code;
}

/** Makes the scripts that the service worker imports to send for the closed app. */
export function backgroundWorker(): Plugin {
  let root = '';
  return {
    name: 'background-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(this: Rolldown.PluginContext) {
      const sender = this.emitFile({
        type: 'asset',
        name: 'background-send.js',
        source: await classicScript(root, 'src/app/background/main.ts', {}),
      });
      const events = await classicScript(root, 'src/app/background/events.ts', {
        SENDER_ADDRESS: JSON.stringify(`/${this.getFileName(sender)}`),
        SEND_TAG: JSON.stringify(SYNC_TAG),
      });
      this.emitFile({ type: 'asset', fileName: BACKGROUND_EVENTS, source: events });
    },
  };
}
