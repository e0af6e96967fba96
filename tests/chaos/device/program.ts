import { installBrowserGlobals } from './browser-globals.ts';

/** Runs the app's outbox with simulated browser globals, controlled by messages. */
const seed = Number(process.env.DEVICE_SEED);
installBrowserGlobals(process.env.DEVICE_ORIGIN ?? '', seed, Number(process.env.DEVICE_START));
// The app reads browser globals when it is loaded.
const { serveCommands } = await import('./rpc-server.ts');
serveCommands(seed);
