import { Dialog } from '@chakra-ui/react';
import { useState } from 'react';
import type { QuickCreateProps } from '#app/widgets/quick-create.ts';
import { DialogFrame } from '../dialog-frame.tsx';
import { formTitle } from '../titles.ts';
import { FormFields } from './form-fields.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { ResourceForm } from './resource-form.tsx';

/** The form of another resource as a dialog over the one that needs it: 'Add Student' (specification, section 2). */
export function QuickCreateDialog({ resource, onCreated, onClose }: QuickCreateProps) {
  const [changed, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  const title = formTitle(resource, resource, false);
  return (
    <>
      <DialogFrame title={title} size="lg" onClose={() => (changed ? setAsking(true) : onClose())}>
        <Dialog.Body paddingBlockEnd="4">
          <ResourceForm
            resource={resource}
            facts={resource}
            submitLabel={title}
            onChanged={setChanged}
            onDone={({ record }) => onCreated(record)}
          >
            <FormFields />
          </ResourceForm>
        </Dialog.Body>
      </DialogFrame>
      {asking && <LeaveQuestion onStay={() => setAsking(false)} onLeave={onClose} />}
    </>
  );
}
