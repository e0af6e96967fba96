import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StyleProvider } from '#app/theme/style-provider.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';

const page = (shown: boolean) => (
  <StyleProvider>
    <OfflineNote updatedAt={0} text="Kept on this device." shown={shown} />
  </StyleProvider>
);

it('a note that comes while the page is used takes no room in it, and leaves again', () => {
  const { rerender } = render(page(false));
  expect(screen.queryByRole('status')).toBeNull();
  rerender(page(true));
  expect(screen.getByText('Kept on this device.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveAttribute('data-floats');
  rerender(page(false));
  expect(screen.queryByRole('status')).toBeNull();
});

it('a note of a page that was opened offline keeps its room when the connection is back', () => {
  const { rerender } = render(page(true));
  expect(screen.getByRole('status')).not.toHaveAttribute('data-floats');
  rerender(page(false));
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('Kept on this device.')).toBeInTheDocument();
});
