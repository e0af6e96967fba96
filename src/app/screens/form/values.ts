import { tidyAmount } from '#app/widgets/money.tsx';
import { textOf } from '#app/widgets/widget.ts';
import type { Draft, FormFacts } from '#contract/define-resource.ts';

/** What a form holds: text for every field, '' where nothing is written. */
export type Values = Record<string, unknown>;

/** The values a form opens with: those of a record or of a body that is taken back, else empty. */
export function startingValues(facts: FormFacts, source: Draft = {}): Values {
  return Object.fromEntries(
    Object.entries(facts.fields).map(([name, field]) => {
      const text = textOf(source[name]);
      return [name, field.kind === 'money' ? tidyAmount(text) : text];
    }),
  );
}
