import { installBrowserGlobals } from './browser-globals.ts';
import { serveCommands } from './rpc-server.ts';

/** Runs the app's outbox with simulated browser globals, controlled by messages. */
const seed = Number(process.env.DEVICE_SEED);
installBrowserGlobals(process.env.DEVICE_ORIGIN ?? '', seed, Number(process.env.DEVICE_START));
// The app reads browser globals when it is loaded.
const { device } = await import('./simulated-device.ts');
serveCommands(seed, device);
