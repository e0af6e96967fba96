import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';

afterEach(() => reportReachable());

it('45 a part whose chunk is missing leaves its page as it is and appears after the reconnect', async () => {
  reportUnreachable();
  let isMissing = true;
  const Part = optionalComponent(
    async () => {
      if (isMissing) throw new TypeError('Failed to fetch dynamically imported module: /assets/part-1.js');
      return ({ name }: { name: string }) => <p>Part of {name}</p>;
    },
    <p>Placeholder</p>,
  );

  const { rerender } = render(
    <main>
      <input aria-label="Name" />
      <Part name="Mona" />
    </main>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Name');
  input.value = 'Half typed';
  await act(async () => undefined);
  expect(screen.getByText('Placeholder')).toBeVisible();

  isMissing = false;
  await act(async () => reportReachable());
  expect(screen.getByText('Part of Mona')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Half typed');
  expect(screen.queryByText('Placeholder')).toBeNull();

  rerender(<Part name="Ali" />);
  expect(screen.getByText('Part of Ali')).toBeVisible();
});
