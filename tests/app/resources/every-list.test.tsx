import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { listScreens } from '../../e2e/every-route/expected-screens.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { servePickerRecords, storedRecord } from './samples.ts';

describe.each(
  resourceNames.map((name) => [name, resourceOf(name)] as const),
)('the screens of %s', (_, resource) => {
  it('have the titles, buttons, columns and labels of the specification, and lead back to the list', async () => {
    const expected = listScreens.find(({ path }) => path === resource.screens.list);
    if (!expected) throw new Error('Add it to tests/e2e/every-route/expected-screens.ts');
    const { title, add, edit: form } = expected;
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.list(resource.path, [storedRecord(resource)]);
    const { router } = renderScreen(expected.path);
    await heading(title);
    const edit = await screen.findByTitle('Edit');
    const headers = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
    expect(headers).toEqual(expected.columns);
    expect(screen.getByText(add.button, { selector: 'a' })).toHaveAttribute('href', add.path);
    expect(screen.getByTitle('Delete')).toHaveAccessibleName(/^Delete ./);
    if (expected.takesInstallments)
      expect(screen.getByText('Create Installment', { selector: 'a' })).toHaveAttribute(
        'href',
        '/create-installment',
      );

    fireEvent.click(edit);
    await heading(form.title);
    expect(router.state.location.pathname).toBe(`${form.path}/r1`);
    expect(screen.getByText('Back')).toHaveAttribute('href', expected.path);
    await router.navigate(add.path);
    await heading(add.title);
    expect(screen.getByText('Back')).toHaveAttribute('href', expected.path);
    expect(screen.getByText(add.title, { selector: 'button[type=submit]' })).toBeVisible();
    const labels = [...document.querySelectorAll('form label')].map(({ textContent }) =>
      textContent?.replace('(optional)', '').trim(),
    );
    expect(labels).toEqual(expected.labels);
  });
});

// The columns of a list change nothing about its pages: one list of each way to search.
it.each([
  'student',
  'adult-course',
  'book',
] as const)('the list of %s turns pages and searches on the server', async (name) => {
  const resource = resourceOf(name);
  const server = new ScriptedServer();
  const rows = Array.from({ length: 11 }, (_, index) => storedRecord(resource, { id: `r${index}` }));
  server.list(resource.path, rows);
  const { router } = renderScreen(resource.screens.list);
  fireEvent.click(await screen.findByText('Next'));
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
  await waitFor(() => expect(screen.getAllByTitle('Edit')).toHaveLength(1));
  await router.navigate(`${resource.screens.list}?search=mona`);
  await waitFor(() => expect(server.sent('GET', resource.path).at(-1)?.query.get('search')).toBe('mona'));
});
