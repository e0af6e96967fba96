import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { currentToasts, dismiss } from '#app/ui/toast/notify.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';

let isMissing = true;
const load = async () => {
  if (isMissing) throw new TypeError('Failed to fetch dynamically imported module: /assets/dialog-1.js');
  return { Dialog: () => <p>Really delete?</p> };
};

afterEach(() => {
  for (const { id } of currentToasts()) dismiss(id);
});

function Page() {
  const [open, setOpen] = useState(false);
  const dialog = useLazyDialog(open, load, () => setOpen(false));
  return (
    <main>
      <input aria-label="Name" />
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      {open && dialog && <dialog.Dialog />}
    </main>
  );
}

it('45 a dialog whose chunk is missing says what to do, leaves its page as it is, and opens by the next tap', async () => {
  render(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>('Name');
  input.value = 'Half typed';
  const tap = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Delete' })));
  await tap();
  expect(currentToasts()).toMatchObject([{ kind: 'error', message: expect.stringMatching(/connection/) }]);
  expect(screen.getByLabelText('Name')).toHaveValue('Half typed');
  isMissing = false;
  await tap();
  expect(await screen.findByText('Really delete?')).toBeVisible();
});
