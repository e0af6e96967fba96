import { Button } from '@chakra-ui/react';
import UserCheck from 'lucide-react/icons/user-check';
import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { savePresence } from './save-presence.ts';
import { messages } from './texts.en.ts';

const loadDialog = () => import('./departure-dialog.tsx');

interface PresenceProps {
  readonly resource: Resource;
  readonly record: RecordRow;
}

export function IsBackButton({ resource, record }: PresenceProps) {
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

/** A student or employee leaves, or comes back (decision 133). */
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
