import { installBrowserGlobals } from '../../chaos/device/browser-globals.ts';
import { serveCommands } from '../../chaos/device/rpc-server.ts';

/** Runs TanStack DB's offline transactions with the same simulated browser globals as the app's outbox. */
const seed = Number(process.env.DEVICE_SEED);
installBrowserGlobals(process.env.DEVICE_ORIGIN ?? '', seed, Number(process.env.DEVICE_START));
// The library tells the console about every attempt that fails.
console.warn = () => undefined;
console.error = () => undefined;
const { device } = await import('./peer-device.ts');
serveCommands(seed, device);
