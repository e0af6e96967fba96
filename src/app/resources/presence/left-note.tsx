import UserMinus from 'lucide-react/icons/user-minus';
import { departureOf } from '#app/lib/departure.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { Callout } from '#app/ui/callout.tsx';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { IsBackButton } from './presence-action.tsx';
import { messages } from './texts.en.ts';

interface LeftNoteProps {
  /** Of the chosen student or employee. */
  readonly name: ResourceName;
  readonly id: string;
  /** It is a new enrolment, which offers to record that they are back. */
  readonly enrols: boolean;
}

/** Under the chosen person of a new record, who has left (decision 133). */
export function LeftNote({ name, id, enrols }: LeftNoteProps) {
  const resource = resourceOf(name);
  const { record } = useRecord(resource, id);
  const departure = record && departureOf(record.left_on);
  if (!record || departure === undefined) return null;
  return (
    <Callout tone="waiting" icon={<UserMinus size={18} aria-hidden />}>
      <p>
        {departure}. {enrols ? messages.enrolsAgain : name === 'employee' && messages.lastPay}
      </p>
      {enrols && <IsBackButton resource={resource} record={record} />}
    </Callout>
  );
}
