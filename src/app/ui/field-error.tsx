import { Field } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';

export function FieldError({ children }: { readonly children: string | undefined }) {
  if (!children) return null;
  return (
    <Field.ErrorText>
      <CircleAlert size={16} aria-hidden />
      {children}
    </Field.ErrorText>
  );
}
