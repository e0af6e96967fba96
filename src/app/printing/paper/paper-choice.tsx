import { choiceControl } from '#app/fields/choice.tsx';
import { type Paper, settingsFields } from '#contract/branch-settings.ts';

interface PaperChoiceProps {
  readonly value: Paper;
  readonly onChange: (paper: Paper) => void;
}

/** Chooses the paper of this one print; the branch settings say which is usual. */
export function PaperChoice({ value, onChange }: PaperChoiceProps) {
  return (
    <choiceControl.Input
      name="paper"
      field={settingsFields.paper}
      value={value}
      onChange={(chosen) => onChange(chosen === 'roll' ? 'roll' : 'a5')}
      onBlur={() => undefined}
      error={undefined}
    />
  );
}
