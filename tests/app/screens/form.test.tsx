import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KEPT } from '#app/screens/said.ts';
import { formTitle, listTitle } from '#app/screens/titles.ts';
import { createBody, type Resource } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { Desk, heading, open, toasts } from './desk.tsx';
import { offerPicks, pickedFor, rowOf, samplesOf } from './samples.ts';

const each = resourceNames.map((name) => [name, resourceOf(name)] as const);

const titleOf = (resource: Resource) => formTitle(resource, resource, false);
const control = (name: string) => {
  const found = document.querySelector(`[name="${name}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`No control ${name}`);
  return found;
};
/** By its place and not by its role: that is looked for through the whole page, and these are many forms. */
const saveButton = (resource: Resource) =>
  screen.getByText(titleOf(resource), { selector: 'button[type=submit]' });
const submit = (resource: Resource) => fireEvent.click(saveButton(resource));

/** Fills every field and picks the sample for every reference. */
async function fill(resource: Resource): Promise<void> {
  for (const { name, value } of samplesOf(resource)) fireEvent.change(control(name), { target: { value } });
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'reference') continue;
    fireEvent.click(control(name));
    fireEvent.click(await screen.findByText(pickedFor(field).name, { selector: '[role=option] span' }));
  }
}

/** The body that the contract makes of what `fill` typed. */
function expectedBody(resource: Resource) {
  const typed = Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => {
      const sample = samplesOf(resource).find((one) => one.name === name)?.value;
      return [
        name,
        field.kind === 'reference' ? pickedFor(field).id : field.kind === 'date' ? '2026-11-03' : sample,
      ];
    }),
  );
  return createBody(resource).parse(typed);
}

async function openNew(resource: Resource) {
  const desk = new Desk();
  offerPicks(desk);
  const { list, add } = resource.screens;
  const view = open(`${list}/${add}`);
  await heading(titleOf(resource));
  return { desk, ...view };
}

describe.each(each)('the form of %s', (_, resource) => {
  it('says at each required field what is missing, and sends nothing', async () => {
    const { desk } = await openNew(resource);
    submit(resource);
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
      body: rowOf(resource, { ...body, id: 'new' }),
    }));
    await fill(resource);
    const button = saveButton(resource);
    fireEvent.click(button);
    fireEvent.click(button);
    await heading(listTitle(resource));
    expect(desk.sent('POST', resource.path).map(({ body }) => body)).toEqual([expectedBody(resource)]);
    expect(router.state.location.pathname).toBe(resource.screens.list);
    expect(toasts().join()).toMatch(new RegExp(`^${resource.one} .+ saved$`));
  });

  it('shows a refusal at its field or under the button, keeps what was typed, and tries again under another key', async () => {
    const { desk } = await openNew(resource);
    const [name = ''] = Object.keys(resource.fields);
    desk.on(`POST ${resource.path}`, { status: 400, body: { [name]: ['The server does not like this.'] } });
    await fill(resource);
    submit(resource);
    await waitFor(() => expect(control(name)).toHaveAccessibleDescription('The server does not like this.'));
    desk.on(`POST ${resource.path}`, { status: 409, body: { detail: 'Something stands in the way.' } });
    submit(resource);
    await screen.findByText('Something stands in the way.', { selector: '[role=alert] *' });
    for (const sample of samplesOf(resource)) {
      if (sample.field.kind === 'text') expect(control(sample.name)).toHaveValue(sample.value);
    }
    const [first, second] = desk.sent('POST', resource.path);
    expect(first?.key).not.toBe(second?.key);
  });

  it('keeps it on the device while the server is away, says so, and shows it waiting', async () => {
    const { desk } = await openNew(resource);
    await fill(resource);
    desk.offline = true;
    submit(resource);
    await heading(listTitle(resource));
    expect(toasts()).toContain(KEPT);
    expect(await screen.findByText('Waiting to be sent')).toBeInTheDocument();
  });
});
