import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LazyDuplicateNote } from '#app/resources/form/field-input.tsx';
import { resourceOf } from '#contract/resources/registry.ts';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('#app/resources/form/possible-duplicate-note.tsx', () => {
  loaded();
  return { PossibleDuplicateNote: () => null };
});

it('the note about possible duplicates has loaded before the first key in its field', async () => {
  render(<LazyDuplicateNote resource={resourceOf('student')} field="name" value="" own={undefined} />);
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
});
