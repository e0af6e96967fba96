import { Button, chakra, Flex } from '@chakra-ui/react';
import { updateLater, updateNow, useUpdateReady } from './app-update.ts';
import { isBusy, useOfferHidden } from './busy.ts';
import { notify } from './notify.ts';

async function accept(): Promise<void> {
  if (await updateNow()) return;
  const why = isBusy()
    ? 'An entry is being sent right now. Update in a moment.'
    : 'Another window of Branch Desk has unsaved changes. Finish them there, then update.';
  notify(why, { kind: 'info' });
}

/** Offers a newer version; never while a form holds changes or rows are on their way. */
export function UpdatePrompt() {
  const ready = useUpdateReady();
  const hidden = useOfferHidden();
  if (!ready || hidden) return null;

  return (
    <chakra.section
      aria-label="Update"
      position="fixed"
      insetInline={{ base: '4', md: 'auto' }}
      insetInlineStart={{ md: '4', lg: 'calc({sizes.sideMenu} + 1rem)' }}
      bottom="calc(1rem + var(--bottom-bar, 0px) + env(safe-area-inset-bottom))"
      zIndex="bar"
      p="4"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      boxShadow="raised"
      animation="rise-in"
      animationDuration="moderate"
    >
      <chakra.p role="status" fontWeight="medium">
        A new version is ready
      </chakra.p>
      <Flex mt="3" gap="2">
        <Button onClick={() => void accept()}>Update now</Button>
        <Button variant="ghost" colorPalette="neutral" onClick={updateLater}>
          Later
        </Button>
      </Flex>
    </chakra.section>
  );
}
