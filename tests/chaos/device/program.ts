import { installBrowserGlobals } from './browser-globals.ts';

/** A tablet as a process of its own: the app's outbox in look-alikes of a browser, told by messages what its people do. */
const seed = Number(process.env.DEVICE_SEED);
installBrowserGlobals(process.env.DEVICE_ORIGIN ?? '', seed);
// The app reads its surroundings when it is loaded.
const { serveCommands: obey } = await import('./rpc-server.ts');
obey(seed);
