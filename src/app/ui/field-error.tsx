import { Field } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { translate } from '#contract/messages.ts';

export function FieldError({ children }: { readonly children: string | undefined }) {
  if (!children) return null;
  return (
    <Field.ErrorText>
      <CircleAlert size={16} aria-hidden />
      {translate(children)}
    </Field.ErrorText>
  );
}
