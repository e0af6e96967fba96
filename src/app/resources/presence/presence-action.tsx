import { Button } from '@chakra-ui/react';
import UserCheck from 'lucide-react/icons/user-check';
import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import { departureOf } from '#app/lib/departure.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { Callout } from '#app/ui/callout.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { savePresence } from './save-presence.ts';
import { messages } from './texts.en.ts';

const loadDialog = () => import('./departure-dialog.tsx');

interface PresenceProps {
  readonly resource: Resource;
  readonly record: RecordRow;
}

function IsBackButton({ resource, record }: PresenceProps) {
  const [isSaving, setSaving] = useState(false);
  return (
    <Button
      variant="outline"
      colorPalette="neutral"
      loading={isSaving}
      onClick={() => {
        setSaving(true);
        void savePresence(resource, [record], null).finally(() => setSaving(false));
      }}
    >
      <UserCheck size={16} aria-hidden /> {messages.isBack}
    </Button>
  );
}

export function PresenceAction({ resource, record }: PresenceProps) {
  const isDeclared = useDeclared('departures');
  const may = useMay(resource.name, 'change');
  if (!isDeclared || !may || !resource.fields.left_on) return null;
  if (textOf(record.left_on) !== '') return <IsBackButton resource={resource} record={record} />;
  return (
    <DialogButton
      colorPalette="neutral"
      load={loadDialog}
      dialog={(dialog, close) => (
        <dialog.DepartureDialog resource={resource} records={[record]} onClose={close} />
      )}
    >
      <UserMinus size={16} aria-hidden /> {messages.leaves}
    </DialogButton>
  );
}

interface LeftNoteProps {
  readonly name: ResourceName;
  readonly id: string;
  readonly enrols: boolean;
}

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
