import { chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { dateControl, dayError } from '#app/fields/date.tsx';
import { currentDay } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { DialogForm, DialogFrame } from '#app/ui/dialog-frame.tsx';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { date } from '#contract/fields.ts';
import { savePresence } from './save-presence.ts';
import { messages } from './texts.en.ts';

const dayField = date(() => messages.fromDay);

function presenceTitle(resource: Resource, records: readonly RecordRow[]): string {
  const [first] = records;
  return records.length === 1 && first
    ? messages.leavesTitle({ name: resource.titleOf(first) })
    : messages.leaveTitle({ count: records.length });
}

interface DepartureDialogProps {
  readonly resource: Resource;
  readonly records: readonly RecordRow[];
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

export function DepartureDialog({ resource, records, onSaved, onClose }: DepartureDialogProps) {
  const [day, setDay] = useState(currentDay());
  const [isSaving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isDay(day) || isSaving) return;
    setSaving(true);
    await savePresence(resource, records, day);
    onSaved?.();
    onClose();
  };
  const title = presenceTitle(resource, records);
  return (
    <DialogFrame title={title} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        submitLabel={messages.leaves}
        isSubmitting={isSaving}
        disabled={!isDay(day)}
        onCancel={onClose}
      >
        <chakra.p color="fg.muted" marginBlockEnd="4">
          {messages.leavesAbout}
        </chakra.p>
        <dateControl.Input
          name="left_on"
          field={dayField}
          value={day}
          onChange={setDay}
          onBlur={() => undefined}
          error={day === '' ? dayField.label : dayError(day)}
        />
      </DialogForm>
    </DialogFrame>
  );
}
