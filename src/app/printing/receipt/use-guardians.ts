import { useRecord } from '#app/reads/use-records.ts';
import { phonesIn } from '#contract/phones.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from '../messages.ts';
import type { KnownReceipt } from './shown-receipt.ts';

/** A phone number that a receipt can be sent to, and whose it is. */
interface Guardian {
  readonly phone: string;
  readonly who: string;
}

const students = resourceOf('student');
const kinds = ['father', 'mother', 'student'] as const;
const fieldOf = (kind: (typeof kinds)[number]) => (kind === 'student' ? 'phone' : (`${kind}_phone` as const));

/** Returns the phone numbers of the guardians of a receipt, each once; the student's own last. What waits asks the first student. */
export function useGuardians({ students: known, lines }: KnownReceipt): readonly Guardian[] {
  const [line] = lines;
  const hasPhones = known.some((one) => kinds.some((kind) => one[fieldOf(kind)] !== undefined));
  const id = hasPhones ? undefined : line?.record.student;
  const { record } = useRecord(students, typeof id === 'string' ? id : undefined);
  const people = hasPhones || !record ? known : [{ ...record, name: String(record.name ?? '') }];
  const found = new Map<string, Guardian>();
  for (const kind of kinds) {
    for (const person of people) {
      const phone: unknown = person[fieldOf(kind) as keyof typeof person];
      for (const { written } of phonesIn(typeof phone === 'string' ? phone : ''))
        if (!found.has(written))
          found.set(written, { phone: written, who: messages[kind]({ name: person.name }) });
    }
  }
  return [...found.values()];
}
