import { Button, type ButtonProps, chakra, Flex, type FlexProps } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { memo, type ReactNode, type Ref } from 'react';
import { useFormState } from 'react-hook-form';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { typedText } from '#app/ui/typed-text.tsx';
import { useRestoreFocus } from '#app/ui/use-restore-focus.ts';
import { type DuplicatePayment, DuplicatePaymentNote } from './duplicate-payment.tsx';
import { useFormContextValue } from './form-context.ts';

const INSET = 'var(--form-inset, 1rem)';

interface SubmitButtonProps extends ButtonProps {
  readonly isMain?: boolean;
  readonly goesOn?: boolean;
}

export function SubmitButton({ isMain = false, goesOn = false, ...props }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  const { isSaved } = useFormContextValue();
  const isBusy = isSubmitting || isSaved;
  const button = useRestoreFocus(isMain && isBusy);
  return (
    <Button
      ref={button}
      type="submit"
      variant={isMain ? 'solid' : 'outline'}
      loading={isMain && isBusy}
      disabled={isBusy}
      data-goes-on={goesOn ? '' : undefined}
      {...props}
    />
  );
}

interface FormFooterProps {
  readonly submitLabel: string;
  readonly goOnLabel: string | undefined;
  readonly buttons: ReactNode;
  readonly bar: FlexProps | undefined;
  /** Error below the button that prevented saving (specification, section 8). */
  readonly problem: string | undefined;
  readonly duplicate: DuplicatePayment | undefined;
  readonly summaryRef: Ref<HTMLDivElement>;
}

export const FormFooter = memo(function FormFooter(props: FormFooterProps) {
  const { submitLabel, goOnLabel, buttons, bar, problem, duplicate, summaryRef } = props;
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
      {...bar}
    >
      {duplicate && <DuplicatePaymentNote duplicate={duplicate} submitLabel={submitLabel} />}
      <Flex
        direction={{ base: 'column', md: 'row-reverse' }}
        justify="space-between"
        align={{ md: 'center' }}
        gap="3"
      >
        <chakra.div ref={summaryRef} flex={{ md: '0 1 24rem' }} _empty={{ display: 'none' }} />
        {buttons ?? (
          <Flex gap="3" direction={{ base: 'column', md: 'row' }} marginInlineEnd={{ md: 'auto' }}>
            <SubmitButton isMain loadingText={submitLabel} minWidth="40">
              {submitLabel}
            </SubmitButton>
            {goOnLabel !== undefined && <SubmitButton goesOn>{goOnLabel}</SubmitButton>}
          </Flex>
        )}
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
