import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { renderStyled } from '../render.tsx';

/** As an iPad reports it: the window stays as high, and the part above the keyboard is what can be seen. */
function withViewport(visible: number) {
  const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  renderStyled(
    <SaveBar>
      <button type="submit">Save</button>
    </SaveBar>,
  );
  const bar = screen.getByRole('button', { name: 'Save' }).closest('[data-save-bar]');
  const show = (change: Partial<typeof viewport>) =>
    act(() => {
      Object.assign(viewport, change);
      viewport.dispatchEvent(new Event('resize'));
    });
  return { viewport, show, bottom: () => (bar instanceof HTMLElement ? bar.style.bottom : ''), visible };
}

it('the save bar stands above the keyboard of a tablet, and at the bottom without it', () => {
  const { show, bottom } = withViewport(400);
  expect(bottom()).toBe('0px');
  show({ height: window.innerHeight - 340 });
  expect(bottom()).toBe('340px');
  // The page was moved up so that the field is seen.
  show({ offsetTop: 100 });
  expect(bottom()).toBe('240px');
  show({ height: window.innerHeight, offsetTop: 0 });
  expect(bottom()).toBe('0px');
});

it('a page that is zoomed in keeps the save bar at the bottom', () => {
  const { show, bottom } = withViewport(400);
  show({ height: window.innerHeight / 2, scale: 2 });
  expect(bottom()).toBe('0px');
});
