import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { enginePrograms } from '../support/find-engines.ts';
import { freePort } from '../support/running-server.ts';
import type { Driver } from './browser-tab.ts';

/** The name that the W3C WebDriver protocol gives a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const reference = z.object({ [ELEMENT]: z.string() });
const answer = z.object({ value: z.unknown() });
const failure = z.object({ error: z.string(), message: z.string() });

/** The driver presses where the element was: a list that arrives meanwhile moves it away. */
const UNTIL_STILL = `
  const [element] = arguments;
  const place = () => { const { x, y } = element.getBoundingClientRect(); return x + ' ' + y; };
  return new Promise((done) => {
    const look = (before) => { const now = place(); if (now === before) done(); else requestAnimationFrame(() => look(now)); };
    look();
  });`;

/** Whether it takes the next press. A reload forgets it. */
const NOTE_PRESS = `
  window.isPressed = false;
  arguments[0].addEventListener('click', () => { window.isPressed = true; }, { capture: true, once: true });`;

async function startDisplay(): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1300x24', '-nolisten', 'tcp'];
  const display = spawn(enginePrograms.display, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const output = display.stdio[3];
  if (!output) throw new Error('The display has no output.');
  const [number] = await once(output, 'data');
  return { name: `:${String(number).trim()}`, process: display };
}

/** Starts WebKitGTK's browser with a new profile. Automation keeps no profile over a restart. */
export async function startWebKit(): Promise<Driver> {
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn(enginePrograms.webkit, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      LANG: 'en_GB.UTF-8',
      TZ: 'Africa/Cairo',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });

  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = answer.parse(await response.json());
    if (response.ok) return value;
    const { error, message } = failure.parse(value);
    throw new Error(`WebKit: ${error}: ${message}`);
  };
  const ready = async () => {
    for (let attempt = 0; attempt < 3000; attempt += 1) {
      if (await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)) return;
      await sleep(20);
    }
    throw new Error('WebKitWebDriver did not start.');
  };
  const stop = () => {
    driver.kill();
    display.process.kill();
  };

  try {
    await ready();
    const timeouts = { script: 120_000, pageLoad: 120_000 };
    const capabilities = { alwaysMatch: { timeouts } };
    const { sessionId } = z
      .object({ sessionId: z.string() })
      .parse(await send('POST', '/session', { capabilities }));
    const post = (path: string, body: object = {}) => send('POST', `/session/${sessionId}${path}`, body);
    await post('/window/rect', { x: 0, y: 0, width: 1180, height: 858 });
    const evaluate = (body: string, argument: unknown) =>
      post('/execute/sync', { script: `const argument = arguments[0];${body}`, args: [argument] });
    const idOf = (element: unknown) => reference.parse(element)[ELEMENT];
    return {
      open: async (url) => void (await post('/url', { url })),
      reload: async () => void (await post('/refresh')),
      evaluate,
      element: async (body, argument) => (await evaluate(body, argument)) ?? undefined,
      click: async (element) => {
        await post('/execute/sync', { script: UNTIL_STILL, args: [element] });
        await post('/execute/sync', { script: NOTE_PRESS, args: [element] });
        await post(`/element/${idOf(element)}/click`);
        const isPressed = await post('/execute/sync', { script: 'return window.isPressed;', args: [] });
        if (isPressed === false) throw new Error('The element moved away from the press.');
      },
      type: async (element, text) => {
        await post(`/element/${idOf(element)}/clear`);
        await post(`/element/${idOf(element)}/value`, { text });
      },
      select: async (element, option) => {
        const script = 'return [...arguments[0].options].find(({ text }) => text === arguments[1]);';
        await post(
          `/element/${idOf(await post('/execute/sync', { script, args: [element, option] }))}/click`,
        );
      },
      chooseFile: async (input, path) => void (await post(`/element/${idOf(input)}/value`, { text: path })),
      close: async () => {
        await send('DELETE', `/session/${sessionId}`).catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
