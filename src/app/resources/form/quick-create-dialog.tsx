import { Box, Dialog } from '@chakra-ui/react';
import { useMemo, useRef, useState } from 'react';
import type { QuickCreateProps } from '#app/fields/reference.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formTitle } from '#app/lib/texts.en.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ExistingChoice } from './form-context.ts';
import { FormFields } from './form-fields.tsx';
import type { KeptInputControl } from './kept-input.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { ResourceForm } from './resource-form.tsx';

/** Text with digits is a code or a phone number and no name. */
const initialName = (typed: string) => (/\p{N}/u.test(typed) ? {} : { name: typed });

export function QuickCreateDialog({ resource, typed, onCreated, onClose }: QuickCreateProps) {
  const [changed, setChanged] = useState(false);
  const [sending, setSending] = useState(false);
  const kept = useRef<KeptInputControl>(undefined);
  const [confirming, setConfirming] = useState(false);
  const start = useMemo(() => initialName(typed), [typed]);
  const title = formTitle(resource, resource, false);
  const leave = () => {
    if (!sending) kept.current?.finish();
    onClose();
  };
  const chooseExisting = (record: RecordRow) => {
    kept.current?.finish();
    onCreated(record);
  };
  return (
    <>
      <DialogFrame
        title={title}
        size="lg"
        onClose={() => (changed || sending ? setConfirming(true) : onClose())}
      >
        {/* Puts the padding inside of the scroll container: the sticky footer must reach its edge. */}
        <Dialog.Body padding="0">
          <Box padding="5" paddingBlockStart="2" css={{ '--form-inset': '1.25rem' }}>
            <ResourceForm
              resource={resource}
              facts={resource}
              start={start}
              submitLabel={title}
              onChanged={setChanged}
              onSending={setSending}
              keptInput={kept}
              onDone={({ record }) => onCreated(record)}
            >
              <ExistingChoice value={chooseExisting}>
                <FormFields />
              </ExistingChoice>
            </ResourceForm>
          </Box>
        </Dialog.Body>
      </DialogFrame>
      {confirming && <LeaveDialog sending={sending} onStay={() => setConfirming(false)} onLeave={leave} />}
    </>
  );
}
