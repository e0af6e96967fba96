import { Field as Parts } from '@ark-ui/react/field';
import { fieldError, fieldHelp, fieldLabel, fieldRoot, textInput } from '#app/theme/recipes/fields.ts';
import { fixedStyles } from './fixed-styles.ts';

/** Links a label, an input, its help and its error for screen readers. Their styles are compiled. */
export const Field = {
  Root: fixedStyles(Parts.Root, fieldRoot),
  Label: fixedStyles(Parts.Label, fieldLabel),
  HelperText: fixedStyles(Parts.HelperText, fieldHelp),
  ErrorText: fixedStyles(Parts.ErrorText, fieldError),
};

export const TextInput = fixedStyles(Parts.Input, textInput);
