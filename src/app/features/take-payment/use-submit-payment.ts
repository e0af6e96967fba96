import { type RefObject, useState } from 'react';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { MutationOutcome } from '#app/outbox/model/mutation.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { sum } from '#contract/money.ts';
import type { Saved } from './payment-outcome.tsx';
import { type Received, saveOneByOne, saveTogether } from './submit-payment.ts';
import { messages } from './texts.en.ts';

/** What the server or the device said about a payment that was not saved. */
interface Refused {
  readonly text: string;
  /** By the key of the debt. */
  readonly debts: ReadonlyMap<string, string>;
  /** By the key of the new line, then by field. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Sorts the problems of a refused payment by debt and by new line. */
function refusedOf({ payments, records }: Received, problems: readonly FieldProblem[], said = ''): Refused {
  const debts = new Map<string, string>();
  const lines = new Map<string, Map<string, string>>();
  const others: string[] = [];
  for (const { field, message } of problems) {
    const [, list, place, name = ''] = /^(payments|records)\.(\d+)\.(.+)$/.exec(field) ?? [];
    const debt = list === 'payments' ? payments[Number(place)]?.debt.key : undefined;
    const line = list === 'records' ? records[Number(place)]?.read.line.key : undefined;
    if (debt !== undefined) debts.set(debt, message);
    else if (line !== undefined) lines.set(line, new Map([...(lines.get(line) ?? []), [name, message]]));
    else others.push(message);
  }
  const isMarked = debts.size > 0 || lines.size > 0;
  return { text: others[0] ?? (isMarked || said === '' ? messages.someWrong : said), debts, lines };
}

interface SubmitOptions {
  /** Whether all of it is one write; else one is sent after the other. */
  readonly together: boolean;
  readonly ids: RefObject<MutationIds>;
  readonly onSaved: (saved: Saved) => void;
  /** Reads the family anew: somebody else changed it. */
  readonly onRefused: () => void;
}

/** Saves a payment, and keeps what was said about one that was refused. */
export function useSubmitPayment({ together, ids, onSaved, onRefused }: SubmitOptions) {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused>();

  const show = async (outcome: MutationOutcome, received: Received) => {
    const { payments, records, paper } = received;
    if (outcome.outcome === 'saved' || outcome.outcome === 'queued') {
      const { note } = outcome.outcome === 'saved' ? outcome : {};
      const id = outcome.outcome === 'saved' ? outcome.record?.id : outcome.recordId;
      const total = sum([...payments.map(({ amount }) => amount), ...records.map(({ read }) => read.paid)]);
      return onSaved({ kind: outcome.outcome, receipt: String(paper.receipt_number), total, note, id });
    }
    const text = outcome.outcome === 'rejected' ? outcome.detail : outcome.message;
    setRefused(refusedOf(received, outcome.outcome === 'rejected' ? outcome.fields : [], text));
    if (outcome.outcome === 'rejected') {
      const { current, rejected } = ids.current;
      ids.current = { current: newMutationId(), rejected: [...rejected, current] };
      await outcome.confirmShown();
    }
    onRefused();
  };

  const submit = async (received: Received) => {
    setSending(true);
    setRefused(undefined);
    try {
      if (together) await show(await saveTogether(received), received);
      else {
        const sent = await saveOneByOne(received);
        onSaved({ kind: 'one-by-one', receipt: String(received.paper.receipt_number), sent });
      }
    } finally {
      setSending(false);
    }
  };
  return { sending, refused, submit, forget: () => setRefused(undefined) };
}
