import { readConfig } from './config.ts';
import { makeFirstSignIn } from './first-sign-in.ts';
import { serve } from './serve.ts';
import { StartProblem } from './start-problem.ts';
import { giveUp, onSignal } from './until-signalled.ts';

const print = (text: string) => process.stdout.write(text);

try {
  const signals = onSignal();
  const config = readConfig(process.env);
  const { address, close } = await serve(config, {
    prepare: (db) => makeFirstSignIn(db, config.setup, print),
    onGone: (reason) => giveUp(new StartProblem(reason)),
  });
  signals.closeWith(close);
  print(`Branch Desk is ready: ${address}\n`);
} catch (error) {
  giveUp(error);
}
