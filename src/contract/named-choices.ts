import { z } from 'zod';
import { defineField, type Field, type Label, readDeclaredText } from './fields.ts';
import { languageNow } from './messages.ts';
import { sentences } from './texts/sentences.en.ts';
import { typedLine } from './typed-text.ts';

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
  /** '' where the branch has none; then the other name is shown in Arabic too. */
  readonly name_ar: string;
}

/** A removed entry keeps its name for the records that name it. */
export type Stored<Choice extends NamedChoice> = Choice & { readonly removed?: boolean | undefined };

const MOST_REMOVED = 100;

export const choiceId = z
  .string({ error: () => sentences.lists.idWrong })
  .regex(/^[a-z0-9-]{1,40}$/, { error: () => sentences.lists.idWrong });

const choiceName = (least: number) =>
  typedLine({ limit: 40 }).pipe(z.string().min(least, { error: () => sentences.lists.nameMissing }));

export const writtenChoice = z.object({
  id: choiceId,
  name: choiceName(1),
  name_ar: choiceName(0).optional().default(''),
});

export const readChoice = z.object({ id: z.string(), name: z.string(), name_ar: z.string().catch('') });

export function checkChoices(choices: readonly NamedChoice[], limit: number, context: z.RefinementCtx): void {
  if (choices.length > limit)
    context.addIssue({ code: 'custom', path: [], message: sentences.lists.tooMany({ limit }) });
  for (const [place, { id }] of choices.entries())
    if (choices.findIndex((one) => one.id === id) < place)
      context.addIssue({ code: 'custom', path: [place, 'id'], message: sentences.lists.twice });
}

/** Returns a list as it is stored once these entries are offered: those offered before stay, marked as removed. */
export function storedChoices<Choice extends NamedChoice>(
  offered: readonly Choice[],
  before: readonly Stored<Choice>[],
): readonly Stored<Choice>[] {
  const left = before.filter(({ id }) => !offered.some((one) => one.id === id));
  return [...offered, ...left.map((choice) => ({ ...choice, removed: true })).slice(0, MOST_REMOVED)];
}

export function splitChoices<Choice extends NamedChoice>(stored: readonly Stored<Choice>[]) {
  const plain = ({ removed: _removed, ...choice }: Stored<Choice>) => choice;
  return {
    offered: stored.filter(({ removed }) => !removed).map(plain),
    removed: stored.filter(({ removed }) => removed).map(plain),
  };
}

/** Returns what an entry is called in the current language; its id if this branch does not know it. */
export function choiceNameOf(choices: readonly NamedChoice[], id: string): string {
  const choice = choices.find((one) => one.id === id);
  if (!choice) return id;
  return languageNow() === 'ar' && choice.name_ar !== '' ? choice.name_ar : choice.name;
}

export function choiceProblem(choices: readonly Stored<NamedChoice>[], id: string): string | undefined {
  const choice = choices.find((one) => one.id === id);
  if (!choice) return sentences.lists.unknown;
  return choice.removed ? sentences.lists.removed({ name: choiceNameOf(choices, id) }) : undefined;
}

export type SettingList = NonNullable<Field['list']>;

export const capabilityOfList = {
  expense_categories: 'expense_categories',
  discount_reasons: 'discounts',
} as const satisfies Record<SettingList, Field['capability']>;

export const settingLists = Object.keys(capabilityOfList) as readonly SettingList[];

export const listed = <const List extends SettingList>(label: Label, list: List) =>
  defineField(
    label,
    { kind: 'listed', list, optional: true, capability: capabilityOfList[list], read: readDeclaredText },
    () =>
      z
        .union([choiceId, z.literal('').transform(() => null), z.null()], {
          error: () => sentences.lists.idWrong,
        })
        .optional(),
  );
