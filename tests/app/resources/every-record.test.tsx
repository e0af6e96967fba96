import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { listTitle } from '#app/lib/texts.en.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { save } from '#app/outbox/sender/save.ts';
import { createBody, type Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { create } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer, toasts } from './render-screen.tsx';
import { pickedFor, servePickerRecords, storedRecord } from './samples.ts';

const record = z.record(z.string(), z.unknown());
const named = (...names: readonly ResourceName[]) => names.map((name) => [name, resourceOf(name)] as const);

const bodyOf = (resource: Resource) => createBody(resource).parse(storedRecord(resource));
const referencedBy = (resource: Resource) =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'reference' ? [[name, pickedFor(field)]] : [],
    ),
  );
/** Returns a field that can be changed without affecting another one. */
const plainField = (resource: Resource) =>
  Object.entries(resource.fields).find(
    ([, { kind, capability, immutable }]) =>
      capability === undefined && !immutable && (kind === 'text' || kind === 'date'),
  );

// Has every kind of field and every form of its own. The other resources have the fields of these, in the form that they share.
describe.each(
  named(
    'stock-count',
    'cash-move',
    'book-payout',
    'student',
    'employee',
    'salary',
    'deduction',
    'expense',
    'adult-course',
    'refund',
  ),
)('a record of %s', (_, resource) => {
  it('is sent as a whole when it is changed, without a warning of React', async () => {
    const warnings = vi.spyOn(console, 'error');
    onTestFinished(() => warnings.mockRestore());
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.list(resource.path, [storedRecord(resource)]);
    server.on(`PATCH ${resource.path}r1/`, ({ body }) => ({ body: storedRecord(resource, body) }));
    const { router } = renderScreen(`${resource.screens.list}/${resource.screens.edit}/r1`);
    const [name = '', field] = plainField(resource) ?? [];
    const control = await waitFor(() => {
      const found = document.querySelector(`[name="${name}"]`);
      if (!found) throw new Error(`No control ${name}`);
      return found;
    });
    const isDay = field?.kind === 'date';
    fireEvent.change(control, { target: { value: isDay ? '4/11/2026' : 'Changed' } });
    fireEvent.click(screen.getByText('Save changes'));
    await heading(listTitle(resource));
    const [patch] = server.sent('PATCH', `${resource.path}r1/`);
    // The base is sent once the server has declared that it merges; until then the device compares.
    const { base, ...object } = record.parse(patch?.body);
    expect(object).toEqual({ ...bodyOf(resource), [name]: isDay ? '2026-11-04' : 'Changed', id: 'r1' });
    const begun = { [name]: storedRecord(resource)[name] ?? null };
    expect(base ?? begun).toEqual(begun);
    expect(router.state.location.state).toEqual({ fresh: 'r1' });
    expect(toasts().join()).toMatch(new RegExp(`^${resource.commonName ?? resource.singular} saved: .+\\.$`));
    expect(warnings).not.toHaveBeenCalled();
  });
});

// An entry that waits is shown by the resource's columns: names of other records, money out, and what is counted.
describe.each(
  named('student', 'adult-course', 'book-payout', 'salary', 'expense', 'refund'),
)('a record of %s', (_, resource) => {
  it('created offline is pending in its list and is sent once, and its deletion is marked while that waits', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    renderScreen(resource.screens.list);
    await heading(listTitle(resource));
    server.offline = true;
    const mutation = create(resource.name, bodyOf(resource), { referenced: referencedBy(resource) });
    const { outcome } = await save(mutation);
    expect(outcome).toBe('queued');
    expect(await screen.findByText('Waiting to be sent')).toBeInTheDocument();
    const names = Object.values(referencedBy(resource)).map(({ name }) => name);
    for (const name of names) expect(screen.getByText(name)).toBeInTheDocument();

    server.on(`POST ${resource.path}`, ({ body }) => {
      server.list(resource.path, [storedRecord(resource, { ...body, id: 'made' })]);
      return { status: 201, body: storedRecord(resource, { ...body, id: 'made' }) };
    });
    server.offline = false;
    await retryNow();
    await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull());
    expect(server.sent('POST', resource.path).map(({ key, body }) => [key, body])).toEqual([
      [mutation.id, { ...bodyOf(resource), id: mutation.id }],
    ]);
    fireEvent.click(await screen.findByTitle('Delete'));
    const confirm = await screen.findByText('Delete', { selector: '[role=alertdialog] button' });
    server.offline = true;
    fireEvent.click(confirm);
    expect(await screen.findByText('Waiting to be deleted')).toBeInTheDocument();
  });
});
