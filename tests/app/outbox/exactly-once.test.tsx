import { cleanup, fireEvent, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { approvalRequest } from '#app/lib/ask-manager.ts';
import { type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { reopen } from '#app/outbox/recovery/actions.ts';
import '#app/outbox/sender/approval.ts';
import { save } from '#app/outbox/sender/save.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { ResolutionActions } from '#app/sync-center/problems/resolution-actions.tsx';
import { FAMILY, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { renderStyled } from '../render.tsx';
import {
  advanceUntil,
  device,
  flush,
  rememberAnswers,
  sendByItself,
  startDevice,
  stored,
  tab,
  withDevice,
} from './device.ts';
import type { SeenRequest } from './fake-server.ts';
import {
  change,
  create,
  newCollection,
  newCourse,
  newInstallment,
  newStudent,
  removal,
} from './mutations.ts';

const created_at = '2026-11-05T08:00:00Z';
const mona = { id: 's1', name: 'Mona', version: 1, created_at };
const other = { id: 's2', name: 'Omar', version: 1, created_at };
const enrolment = { ...newCourse('s1', '3000.00', '1000.00').body, id: 'c1', version: 1, created_at };

/** One of each kind of entry that the outbox sends; those left out go the way of a new student, an installment or a changed student. */
const kinds = {
  'a new student': () => newStudent('Nadia'),
  'a change of a student': () => change('student', mona, { name: 'Mona Adel' }),
  'an installment': () => newInstallment('c1', '500.00'),
  'a deleted enrolment': () => removal('adult-course', enrolment),
  'a collection': () => newCollection({ c1: '500.00' }),
  'a print': () => create(RECEIPT_PRINT, { resource: 'adult-course', record: 'c1' }),
  'a family decision': () =>
    create(FAMILY, { student: 's1', other: 's2', together: true }, { recordId: 's1 s2' }),
} satisfies Record<string, () => Mutation>;

withDevice(() => undefined);
afterEach(() => {
  cleanup();
  device.close();
});

async function begin(): Promise<void> {
  await startDevice();
  const { students, courses } = device.server;
  students.set('s1', mona).set('s2', other);
  courses.set('c1', enrolment);
  sendByItself();
  rememberAnswers({ name: 'Giza', merges: true, idempotency: true, approvals: true });
}

const isWrite = ({ method, path }: SeenRequest) => method !== 'GET' && !path.startsWith('/auth/');
const writtenTimes = () => [...device.server.timesApplied.values()].reduce((sum, times) => sum + times, 0);
const theEntry = async (): Promise<OutboxEntry | undefined> => (await stored(tab.owner)).at(0);

/** Renders the buttons of an entry's card, except the one that discards it. */
function buttonsOf(entry: OutboxEntry): HTMLElement[] {
  const { actions } = cardOf(entry);
  const card = (
    <ResolutionActions
      entry={entry}
      title="Entry"
      actions={actions}
      recommendsDiscard={false}
      onHandled={() => undefined}
    />
  );
  renderStyled(
    <MemoryRouter initialEntries={['/sync']}>
      <Routes>
        <Route path="/sync" element={card} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </MemoryRouter>,
  );
  return [...document.querySelectorAll('button')].slice(0, -1);
}

const settleAll = () => flush(40);

/** Approves the write that the dialog asks for, and closes the dialog whatever comes of it. */
async function approve(): Promise<void> {
  const asked = approvalRequest.get();
  if (!asked) return;
  await advanceUntil(asked.send(`approval-of-${asked.write.key}`), 500);
  asked.onClosed(false);
}

/** Presses the button of the card at a place, and goes its way to the end. Returns how many buttons there are. */
async function press(place: number): Promise<number> {
  const entry = await theEntry();
  if (!entry || !requiresUserAction(entry)) return 0;
  const buttons = buttonsOf(entry);
  const button = buttons[place];
  if (button) fireEvent.click(button);
  await settleAll();
  await approve();
  const leftCard = screen.queryByText('Elsewhere') !== null;
  cleanup();
  // A form that was opened is saved as it is.
  if (leftCard) {
    const mutation = await reopen(entry.id).catch(() => undefined);
    if (mutation) await advanceUntil(save(mutation), 500);
  }
  await settleAll();
  return buttons.length;
}

async function again(): Promise<void> {
  vi.setSystemTime(Date.now() + 70_000);
  await advanceUntil(tab.send(), 500);
}

/** Ends all faults; whoever sits at the device then presses the same button until it is not offered any more, up to three times. */
async function end(place: number): Promise<void> {
  device.server.clearFaults();
  for (let round = 0; round < 3; round++) {
    await again();
    if ((await press(place)) === 0 && round > 0) return;
  }
}

async function expectOnce(path: string): Promise<void> {
  const entry = await theEntry();
  const times = writtenTimes();
  expect({ path, times: times > 1 ? times : 'at most once' }).toEqual({ path, times: 'at most once' });
  const told = entry?.state === 'done' ? times === 1 : entry !== undefined && requiresUserAction(entry);
  expect({ path, told }).toEqual({ path, told: true });
}

const lostAt = ['first attempt', 'first button', 'second button'] as const;
type Step = (typeof lostAt)[number];

/** Goes every path through two cards: each answer lost, each button pressed. `refuse` prepares the server's next refusal. */
async function goEveryPath(
  mutationOf: () => Mutation,
  refuse: (step: Step, lost: Step) => void,
): Promise<void> {
  for (const lost of lostAt) {
    let [ones, twos] = [1, 1];
    for (let one = 0; one < ones; one++) {
      for (let two = 0; two < twos; two++) {
        await begin();
        const prepare = (step: Step) => {
          refuse(step, lost);
          if (lost === step && step !== 'first attempt') device.server.next('drop-after', isWrite);
        };
        prepare('first attempt');
        await advanceUntil(save(mutationOf()), 500);
        await again();
        prepare('first button');
        ones = Math.max(ones, await press(one));
        prepare('second button');
        twos = Math.max(twos, await press(two));
        await end(one);
        await expectOnce(`${lost} lost, buttons ${one} and ${two}`);
      }
    }
  }
}

const needsManager = (looksUpFirst: boolean) => (step: Step, lost: Step) => {
  device.server.forbids = isWrite;
  device.server.looksUpFirst = looksUpFirst;
  if (step === 'first attempt' && lost === step) device.server.next('drop-after', isWrite);
};

describe.each(Object.entries(kinds))('%s', (name, mutationOf) => {
  it(`is written once where it needs a manager, whatever is pressed and whichever answer is lost: ${name}`, () =>
    goEveryPath(mutationOf, needsManager(true)));
});

/** What the server says to an attempt: `unlooked` before it looks the key up. */
const refusals = {
  'a field is wrong': { status: 400, body: { paid_amount: ['Too much.'] } },
  'something else stands in the way': { status: 409, body: { detail: 'Not now.' } },
  'the server does not know the call': { status: 404, body: { detail: 'Not found.' }, unlooked: true },
  'the key counts as used': { status: 422, body: { detail: 'Used.' }, unlooked: true },
} as const;

/** A create, and others whose way through the outbox or whose cards differ. */
const unlike = ['an installment', 'a collection', 'a print'] as const;

describe.each(unlike)('%s', (name) => {
  it(`is written once where a server refuses for the role before it looks the key up: ${name}`, () =>
    goEveryPath(kinds[name], needsManager(false)));

  it.each(
    Object.entries(refusals),
  )(`is written once where %s, whatever is pressed and whichever answer is lost: ${name}`, (_where, refusal) =>
    goEveryPath(kinds[name], (step, lost) => {
      const { server } = device;
      if (step === 'first attempt' && lost === step) server.next('drop-after', isWrite);
      if ('unlooked' in refusal) server.next(refusal, isWrite);
      else server.refusals.push(refusal);
    }));
});
