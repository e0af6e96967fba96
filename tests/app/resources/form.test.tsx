import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formTitle, listTitle, messages } from '#app/lib/texts.en.ts';
import { createBody, type Resource } from '#contract/define-resource.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { listScreens } from '../../support/expected-screens.ts';
import { heading, renderScreen, ScriptedServer, toasts } from './render-screen.tsx';
import { pickedFor, samplesOf, servePickerRecords, storedRecord } from './samples.ts';

const named = (...names: readonly ResourceName[]) => names.map((name) => [name, resourceOf(name)] as const);

const titleOf = (resource: Resource) => formTitle(resource, resource, false);
const control = (name: string) => {
  const found = document.querySelector(`[name="${name}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`No control ${name}`);
  return found;
};
function enter(name: string, value: string): void {
  const button = document.querySelector(`[type=radio][name="${name}"][value="${value}"]`);
  if (button) fireEvent.click(button);
  else fireEvent.change(control(name), { target: { value } });
}
/** Finds the save button by its text. A search by role is slow on these large pages. */
const saveButton = (resource: Resource) =>
  screen.getByText(titleOf(resource), { selector: 'button[type=submit]' });
const submit = (resource: Resource) => fireEvent.click(saveButton(resource));

async function fill(resource: Resource): Promise<void> {
  for (const { name, value } of samplesOf(resource)) enter(name, value);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'reference') continue;
    fireEvent.click(control(name));
    fireEvent.click(await screen.findByText(pickedFor(field).name, { selector: '[role=option] span' }));
  }
}

function expectedBody(resource: Resource) {
  const typed = Object.fromEntries(
    // The scripted server declares no capability.
    Object.entries(resource.fields).flatMap(([name, field]) => {
      if (field.capability) return [];
      const sample = samplesOf(resource).find((one) => one.name === name)?.value;
      const value =
        field.kind === 'reference' ? pickedFor(field).id : field.kind === 'date' ? '2026-11-03' : sample;
      return [[name, value]];
    }),
  );
  return createBody(resource).parse(typed);
}

async function openNew(resource: Resource) {
  const server = new ScriptedServer();
  servePickerRecords(server);
  const { list, add } = resource.screens;
  const view = renderScreen(`${list}/${add}`);
  await heading(titleOf(resource));
  return { server, ...view };
}

function labelled(): Map<string, HTMLElement> {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('form label')];
  return new Map(
    labels.map(({ textContent, htmlFor }) => {
      const label = textContent?.replace('(optional)', '').trim() ?? '';
      return [label, document.getElementById(htmlFor) ?? document.body];
    }),
  );
}

// The fields and messages of all forms are proved by tests/contract/messages.test.ts; here each way to draw them is: the shared form and a
// custom one.
describe.each(named('adult-course', 'book-payout'))('the empty form of %s', (_, resource) => {
  it('has the expected fields and shows at each what is missing', async () => {
    const { server } = await openNew(resource);
    const expected = listScreens.find(({ path }) => path === resource.screens.list);
    const fields = labelled();
    expect([...fields.keys()], 'Compare with tests/support/expected-screens.ts').toEqual(expected?.labels);
    expect(fields.get('Custom Date') ?? fields.get('Birthdate')).toHaveAttribute(
      'placeholder',
      'Pick a date',
    );
    submit(resource);
    await screen.findAllByText(expected?.missing[0]?.[1] ?? '');
    const missing = new Map(expected?.missing);
    for (const [label, field] of fields) {
      const message = missing.get(label);
      if (message === undefined) expect(field).toBeValid();
      else await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    }
    expect(fields.get(expected?.missing[0]?.[0] ?? '')).toHaveFocus();
    expect(server.sent('POST', resource.path)).toEqual([]);
  });
});

/** Refunds and cash have forms of their own: refunds.test.tsx, cash-moves.test.tsx. The others are like an adult course or a deduction. */
const leftOut: readonly ResourceName[] = [
  'refund',
  'cash-move',
  'kids-course',
  'home-schooling',
  'summer-course',
  'nursery',
  'bus',
  'advance',
  'bonus',
];
describe.each(
  named(...resourceNames.filter((name) => !leftOut.includes(name))),
)('the form of %s', (_, resource) => {
  it('sends the body of the contract once, even on a double tap, and returns to the list', async () => {
    const { server, router } = await openNew(resource);
    server.on(`POST ${resource.path}`, ({ body }) => ({
      status: 201,
      body: storedRecord(resource, { ...body, id: 'new' }),
    }));
    await fill(resource);
    const button = saveButton(resource);
    fireEvent.click(button);
    fireEvent.click(button);
    await heading(listTitle(resource));
    const sent = server.sent('POST', resource.path).map(({ key, body }) => [key, body]);
    expect(sent).toEqual([[sent[0]?.[0], { ...expectedBody(resource), id: sent[0]?.[0] }]]);
    expect(router.state.location.pathname).toBe(resource.screens.list);
    expect(toasts().join()).toMatch(new RegExp(`^${resource.commonName ?? resource.singular} saved: .+\\.$`));
  });
});

describe.each(named('student', 'book-payout'))('the filled form of %s', (_, resource) => {
  it('shows a rejection at its field or under the button, keeps the input, and retries with another key', async () => {
    const { server } = await openNew(resource);
    const [name = ''] = Object.keys(resource.fields);
    server.on(`POST ${resource.path}`, { status: 400, body: { [name]: ['The server does not like this.'] } });
    await fill(resource);
    submit(resource);
    await waitFor(() => expect(control(name)).toHaveAccessibleDescription('The server does not like this.'));
    expect(control(name)).toHaveFocus();
    await waitFor(() => expect(saveButton(resource)).toBeEnabled());
    server.on(`POST ${resource.path}`, { status: 409, body: { detail: 'Something stands in the way.' } });
    submit(resource);
    await screen.findByText('Something stands in the way.', { selector: '[role=alert] *' });
    for (const sample of samplesOf(resource)) {
      if (sample.field.kind === 'text') expect(control(sample.name)).toHaveValue(sample.value);
    }
    const [first, second] = server.sent('POST', resource.path);
    expect(first?.key).not.toBe(second?.key);
  });

  it('stores the entry while the server is unreachable, says so, and shows it as pending', async () => {
    const { server } = await openNew(resource);
    await fill(resource);
    server.offline = true;
    submit(resource);
    await heading(listTitle(resource));
    expect(toasts()).toContain(messages.savedOffline);
    expect(await screen.findByText('Waiting to be sent')).toBeInTheDocument();
  });
});

describe('the form of a new student', () => {
  const student = resourceOf('student');

  it('goes on to enrol the student who was saved, and offers that for no other record', async () => {
    const { server, router, unmount } = await openNew(student);
    server.on(`POST ${student.path}`, ({ body }) => ({
      status: 201,
      body: storedRecord(student, { ...body, id: 'new' }),
    }));
    await fill(student);
    fireEvent.click(screen.getByText('Save and enrol', { selector: 'button' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/students/new'));
    expect(router.state.location.state).toEqual({ enrols: true });
    expect(server.sent('POST', student.path)).toHaveLength(1);
    unmount();
    await openNew(resourceOf('book'));
    expect(screen.queryByText('Save and enrol')).toBeNull();
  });
});

describe('the choices of an enrolment', () => {
  const course = resourceOf('adult-course');
  const offers = () => screen.queryAllByRole('button', { name: /^As last time/ });

  it('are offered as the user saved them last, with one tap for all, and prefilled never', async () => {
    const { server, unmount } = await openNew(course);
    expect(offers()).toEqual([]);
    server.on('POST /adult-course/', ({ body }) => ({
      status: 201,
      body: storedRecord(course, { ...body, id: 'new' }),
    }));
    await fill(course);
    submit(course);
    await heading(listTitle(course));
    unmount();

    const reopened = renderScreen(`${course.screens.list}/${course.screens.add}`);
    await screen.findByLabelText('Level');
    expect(screen.getByLabelText('Level')).toHaveValue('');
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    const [offered, ...more] = offers();
    expect(more).toEqual([]);
    expect(offered).toHaveAccessibleName(/^As last time: .*Level 1/);
    fireEvent.click(offered as HTMLElement);
    expect(screen.getByLabelText('Level')).toHaveValue('1');
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(2);
    reopened.unmount();

    // Another user of this device.
    await openNew(course);
    expect(offers()).toEqual([]);
  });
});
