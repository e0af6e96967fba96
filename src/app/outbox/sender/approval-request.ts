import { bootCache } from '#app/cache/boot-cache.ts';
import type { ApprovalRequest } from '#app/lib/ask-manager.ts';
import { changeFacts, type Fact, recordFacts } from '#app/lib/record-facts.ts';
import { isApprovable } from '#contract/approvable-writes.ts';
import { formOf } from '#contract/define-resource.ts';
import { formatMoney, readPiastres, sumIfKnown } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from '../messages.ts';
import type { OutboxEntry } from '../model/entry.ts';
import { withLines } from '../model/lines.ts';

/** Describes an entry to the manager who approves it: record, student, receipt, each amount before and after (decision 143). */
function factsOf(entry: OutboxEntry): Pick<ApprovalRequest, 'title' | 'facts'> {
  const { operation, before = {}, body, referenced } = entry;
  const { kind, resource: name } = operation;
  if (!isResourceName(name)) return factsOfLines(entry);
  const resource = resourceOf(name);
  const parent = referenced.related_record;
  const picked = Object.fromEntries(
    Object.entries(referenced).map(([field, record]) => [`${field}_data`, record]),
  );
  const record = { ...(kind === 'create' ? parent : before), ...body, ...picked };
  const { singular } = formOf(resource, record);
  if (kind === 'create')
    return { title: messages.approveCreate({ singular }), facts: recordFacts(resource, record) };
  const facts = recordFacts(resource, before);
  if (kind === 'delete') return { title: messages.approveDelete({ singular }), facts };
  const changes = changeFacts(resource, before, record);
  const changed = new Set(changes.map(({ label }) => label));
  return {
    title: messages.approveChange({ singular }),
    facts: [...facts.filter(({ label }) => !changed.has(label)), ...changes],
  };
}

function factsOfLines(entry: OutboxEntry): Pick<ApprovalRequest, 'title' | 'facts'> {
  const lines = withLines([entry]);
  const names = lines.flatMap(({ referenced: { student, related_record: debt } }) =>
    typeof student?.name === 'string' ? [student.name] : debt ? (nameIn(debt, 'student') ?? []) : [],
  );
  const amount = sumIfKnown(lines.map(({ body }) => readPiastres(body.paid_amount)));
  const { receipt_number: receipt } = entry.body;
  const facts: readonly (Fact | false)[] = [
    names.length > 0 && { label: messages.approveStudents, value: [...new Set(names)].join(', ') },
    typeof receipt === 'string' && { label: messages.approveReceipt, value: receipt },
    amount !== undefined && { label: messages.approveAmount, value: formatMoney(amount) },
  ];
  return { title: messages.approvePayment, facts: facts.filter((fact) => fact !== false) };
}

/** Returns the approval request for an entry that is ready to be sent; undefined for a write that cannot be approved. */
export function approvalRequestOf(
  entry: OutboxEntry & { readonly sent: NonNullable<OutboxEntry['sent']> },
): Pick<ApprovalRequest, 'title' | 'facts' | 'write'> | undefined {
  const { method, path, body, ifMatch } = entry.sent;
  if (!isApprovable(method, path)) return undefined;
  const { title, facts } = factsOf(entry);
  const { user } = bootCache();
  const who = entry.enteredBy?.name ?? [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return {
    title,
    facts: who === '' ? facts : [{ label: messages.approveWho, value: who }, ...facts],
    write: { method, path, key: entry.id, body, ifMatch },
  };
}
