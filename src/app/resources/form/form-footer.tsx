import { Button, chakra, Flex } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { memo, type Ref } from 'react';
import { useFormState } from 'react-hook-form';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { typedText } from '#app/ui/typed-text.tsx';
import { useRestoreFocus } from '#app/ui/use-restore-focus.ts';
import { type DuplicatePayment, DuplicatePaymentNote } from './duplicate-payment.tsx';
import { useFormContextValue } from './form-context.ts';

const INSET = 'var(--form-inset, 1rem)';

interface FormFooterProps {
  readonly submitLabel: string;
  readonly goOnLabel: string | undefined;
  /** Error below the button that prevented saving (specification, section 8). */
  readonly problem: string | undefined;
  readonly duplicate: DuplicatePayment | undefined;
  readonly summaryRef: Ref<HTMLDivElement>;
}

export const FormFooter = memo(function FormFooter(props: FormFooterProps) {
  const { submitLabel, goOnLabel, problem, duplicate, summaryRef } = props;
  const { isSubmitting } = useFormState();
  const { isSaved } = useFormContextValue();
  const isBusy = isSubmitting || isSaved;
  const button = useRestoreFocus(isBusy);
  return (
    <SaveBar
      direction="column"
      gap="3"
      gridColumn="1 / -1"
      marginInline={`calc(-1 * ${INSET})`}
      marginBlockEnd={`calc(-1 * ${INSET})`}
      paddingInline={INSET}
      background="bg.surface"
      borderBottomRadius="md"
    >
      {duplicate && <DuplicatePaymentNote duplicate={duplicate} submitLabel={submitLabel} />}
      <Flex
        direction={{ base: 'column', md: 'row-reverse' }}
        justify="space-between"
        align={{ md: 'center' }}
        gap="3"
      >
        <chakra.div ref={summaryRef} flex={{ md: '0 1 24rem' }} _empty={{ display: 'none' }} />
        <Flex gap="3" direction={{ base: 'column', md: 'row' }} marginInlineEnd={{ md: 'auto' }}>
          <Button ref={button} type="submit" loading={isBusy} loadingText={submitLabel} minWidth="40">
            {submitLabel}
          </Button>
          {goOnLabel !== undefined && (
            <Button type="submit" variant="outline" data-goes-on disabled={isBusy}>
              {goOnLabel}
            </Button>
          )}
        </Flex>
      </Flex>
      {problem !== undefined && (
        <Flex role="alert" gap="2" alignItems="start" color="refused.fg" fontSize="sm" fontWeight="medium">
          <chakra.span flexShrink="0" paddingBlockStart="0.5">
            <CircleAlert size={16} aria-hidden />
          </chakra.span>
          <span {...typedText(problem)}>{problem}</span>
        </Flex>
      )}
    </SaveBar>
  );
});
