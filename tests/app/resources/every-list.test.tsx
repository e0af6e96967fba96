import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { listScreens } from '../../support/expected-screens.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { servePickerRecords, storedRecord } from './samples.ts';

describe.each(
  resourceNames.map((name) => [name, resourceOf(name)] as const),
)('the screens of %s', (_, resource) => {
  it('have the titles, buttons, columns and labels of the specification, and lead back to the list', async () => {
    const expected = listScreens.find(({ path }) => path === resource.screens.list);
    if (!expected) throw new Error('Add it to tests/support/expected-screens.ts');
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
