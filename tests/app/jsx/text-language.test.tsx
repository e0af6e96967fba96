import { act, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextCell } from '#app/fields/cells.tsx';
import { chooseDeviceLanguage, useLanguage } from '#app/lib/language.ts';
import { text } from '#contract/fields.ts';

afterEach(() => act(() => chooseDeviceLanguage('en')));

/** Draws texts with a direction of their own, as screens do, and others. */
function Texts() {
  return (
    <section key={useLanguage()}>
      <TextCell name="name" field={text('Name')} row={{ id: '7', name: 'منى عادل' }} />
      <bdi>Mona Adel</bdi>
      <p dir="ltr">desk@branch.eg</p>
      <p dir="auto">
        {'Omar'} {'Nabil'}
      </p>
      <p dir="auto">Mona منى</p>
      <p dir="auto">
        Sara <b>مدير</b>
      </p>
      <p dir="ltr">0100 555</p>
      <p dir="auto" lang="fr">
        Chaises
      </p>
      <p>Label</p>
    </section>
  );
}

const spoken = (container: HTMLElement) =>
  [...container.querySelectorAll('[lang]')].map((one) => `${one.getAttribute('lang')}: ${one.textContent}`);

it('a text with a direction of its own names its language where that is not the language of the page', async () => {
  const { container } = render(<Texts />);
  expect(spoken(container)).toEqual(['ar: منى عادل', 'fr: Chaises']);
  await act(() => chooseDeviceLanguage('ar'));
  expect(spoken(container)).toEqual(['en: Mona Adel', 'en: desk@branch.eg', 'en: Omar Nabil', 'fr: Chaises']);
});
