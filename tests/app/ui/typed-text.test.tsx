import { act, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextCell } from '#app/fields/cells.tsx';
import { chooseDeviceLanguage, useLanguage } from '#app/lib/language.ts';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { text } from '#contract/fields.ts';

afterEach(() => act(() => chooseDeviceLanguage('en')));

function Texts() {
  return (
    <section key={useLanguage()}>
      <TextCell name="name" field={text('name')} row={{ id: '7', name: 'منى عادل' }} />
      <TypedText>Mona Adel</TypedText>
      <p {...typedText('desk@branch.eg')}>desk@branch.eg</p>
      <TypedText>Mona منى</TypedText>
      <TypedText>0100 555</TypedText>
      <TypedText>{undefined}</TypedText>
      <p>Label</p>
    </section>
  );
}

const spoken = (container: HTMLElement) =>
  [...container.querySelectorAll('[lang]')].map((one) => `${one.getAttribute('lang')}: ${one.textContent}`);

it('a text with a direction of its own names its language where that is not the language of the page', async () => {
  const { container } = render(<Texts />);
  expect(spoken(container)).toEqual(['ar: منى عادل']);
  await act(() => chooseDeviceLanguage('ar'));
  expect(spoken(container)).toEqual(['en: Mona Adel', 'en: desk@branch.eg']);
});
