import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { KEPT } from '#app/screens/said.ts';
import { createBody, type Resource } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { Desk, heading, open, toasts } from './desk.tsx';
import { enrolment, mona, samplesOf } from './samples.ts';

const each = resourceNames.map((name) => [name, resourceOf(name)] as const);

const titleOf = ({ addVerb, one }: Resource) => `${addVerb} ${one}`;
const control = (name: string) => {
  const found = document.querySelector(`[name="${name}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`No control ${name}`);
  return found;
};
const submit = (resource: Resource) =>
  userEvent.click(screen.getByRole('button', { name: titleOf(resource) }));

/** Fills every field and picks Mona for every reference. */
async function fill(resource: Resource): Promise<void> {
  for (const { name, value } of samplesOf(resource)) fireEvent.change(control(name), { target: { value } });
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'reference') continue;
    await userEvent.click(control(name));
    await userEvent.click(await screen.findByRole('option', { name: /Mona Adel/ }));
  }
}

/** The body that the contract makes of what `fill` typed. */
function expectedBody(resource: Resource) {
  const typed = Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => {
      const sample = samplesOf(resource).find((one) => one.name === name)?.value;
      return [name, field.kind === 'reference' ? 's1' : field.kind === 'date' ? '2026-11-03' : sample];
    }),
  );
  return createBody(resource).parse(typed);
}

async function openNew(resource: Resource) {
  const desk = new Desk();
  desk.list('/students/', [mona]);
  const { list, add } = resource.screens;
  const view = open(`${list}/${add}`);
  await heading(titleOf(resource));
  return { desk, ...view };
}

describe.each(each)('the form of %s', (_, resource) => {
  it('says at each required field what is missing, and sends nothing', async () => {
    const { desk } = await openNew(resource);
    await submit(resource);
    const empty = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, '']));
    const issues = createBody(resource).safeParse(empty).error?.issues ?? [];
    expect(issues.length).toBeGreaterThan(0);
    for (const { path, message } of issues) {
      await waitFor(() => expect(control(String(path[0]))).toHaveAccessibleDescription(message));
      expect(control(String(path[0]))).toBeInvalid();
    }
    expect(control(String(issues[0]?.path[0]))).toHaveFocus();
    expect(desk.sent('POST', resource.path)).toEqual([]);
  });

  it('sends the body of the contract once, even when tapped twice, and returns to the list', async () => {
    const { desk, router } = await openNew(resource);
    desk.on(`POST ${resource.path}`, ({ body }) => ({
      status: 201,
      body: { ...enrolment, ...mona, ...body, id: 'new', created_at: '2026-11-05T08:00:00Z' },
    }));
    await fill(resource);
    const button = screen.getByRole('button', { name: titleOf(resource) });
    fireEvent.click(button);
    fireEvent.click(button);
    await heading(resource.many);
    expect(desk.sent('POST', resource.path).map(({ body }) => body)).toEqual([expectedBody(resource)]);
    expect(router.state.location.pathname).toBe(resource.screens.list);
    expect(toasts().join()).toMatch(new RegExp(`^${resource.one} .* saved$`));
  });

  it('shows a refusal at its field and tries again under another key', async () => {
    const { desk } = await openNew(resource);
    const [name = ''] = Object.keys(resource.fields);
    desk.on(`POST ${resource.path}`, { status: 400, body: { [name]: ['The server does not like this.'] } });
    await fill(resource);
    await submit(resource);
    await waitFor(() => expect(control(name)).toHaveAccessibleDescription('The server does not like this.'));
    await submit(resource);
    await waitFor(() => expect(desk.sent('POST', resource.path)).toHaveLength(2));
    const [first, second] = desk.sent('POST', resource.path);
    expect(first?.key).not.toBe(second?.key);
  });

  it('shows the sentence of a refusal under the button and keeps what was typed', async () => {
    const { desk } = await openNew(resource);
    desk.on(`POST ${resource.path}`, { status: 409, body: { detail: 'Something stands in the way.' } });
    await fill(resource);
    await submit(resource);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something stands in the way.');
    for (const { name, field, value } of samplesOf(resource)) {
      if (field.kind === 'text') expect(control(name)).toHaveValue(value);
    }
  });

  it('keeps it on the device while the server is away, says so, and shows it waiting', async () => {
    const { desk } = await openNew(resource);
    await fill(resource);
    desk.offline = true;
    await submit(resource);
    await heading(resource.many);
    expect(toasts()).toContain(KEPT);
    expect(await screen.findByText('Waiting to be sent')).toBeInTheDocument();
  });
});
