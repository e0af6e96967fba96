import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { PageError } from '#app/ui/page-error.tsx';
import { renderStyled } from '../render.tsx';

const show = (status: number) =>
  renderStyled(
    <PageError
      error={new ApiError('rejected', { status, detail: 'Only managers see this.' })}
      onRetry={vi.fn()}
    />,
  );

it('a refusal says who may, and does not offer to try again', () => {
  show(403);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Error: Only managers see this.A manager can open it, or give you the role that may.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});

it('what failed otherwise can be tried again', () => {
  show(500);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
