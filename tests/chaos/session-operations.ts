import type { ChaosOperation } from './record-operations.ts';
import { collectAcknowledged, signInOn, signOutOn } from './simulation.ts';

/** How long a user waits at log-out for what is unsent, in seconds, as the app does; some do not wait. */
const LOG_OUT_SECONDS = [0, 10] as const;

/** Logs the user out with entries that may wait, and signs the same or another one in. */
export const changeUser: ChaosOperation = async (simulation, device) => {
  const { chance } = simulation.factory;
  await signOutOn(simulation, device, chance.pick(LOG_OUT_SECONDS));
  await signInOn(simulation, device, chance.pick(simulation.users));
  return true;
};

/** Logs the user out, who leaves the device alone for a while. */
export const logOut: ChaosOperation = async (simulation, device) => {
  if (!(await device.process.isSignedIn())) return false;
  await signOutOn(simulation, device, simulation.factory.chance.pick(LOG_OUT_SECONDS));
  return true;
};

/** Ends the session at the server, or only its access token; the app finds out when it asks the server next. */
export const endSession: ChaosOperation = async ({ factory: { chance } }, device) =>
  device.process.endSession(chance.happens(50) ? 'session' : 'access');

/** Signs a user in where nobody is: mostly the one who was there before. */
export const signIn: ChaosOperation = async (simulation, device) => {
  if (await device.process.isSignedIn()) return false;
  const { users, factory } = simulation;
  const last = users.find(({ email }) => email === device.user);
  await signInOn(simulation, device, last && factory.chance.happens(70) ? last : factory.chance.pick(users));
  await collectAcknowledged(simulation, device);
  return true;
};
