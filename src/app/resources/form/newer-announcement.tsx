import type { FormDefinition } from '#contract/define-resource.ts';
import { LiveRegion } from './live-region.tsx';
import { messages } from './texts.en.ts';
import type { NewerRecord } from './use-newer-record.ts';

interface NewerAnnouncementProps {
  readonly definition: FormDefinition;
  readonly newer: NewerRecord;
}

/** Announces to screen readers which fields of an open form changed elsewhere. */
export function NewerAnnouncement({ definition, newer: { updated, conflicts } }: NewerAnnouncementProps) {
  const labelsOf = (names: ReadonlySet<string>) =>
    [...names].flatMap((name) => definition.fields[name]?.label ?? []);
  const [follows, differs] = [labelsOf(updated), labelsOf(conflicts)];
  const texts = [
    ...(follows.length > 0 ? [messages.fieldsUpdated({ labels: follows })] : []),
    ...(differs.length > 0 ? [messages.fieldsChangedElsewhere({ labels: differs })] : []),
  ];
  return <LiveRegion text={texts.join(' ')} />;
}
