import { Button } from '@chakra-ui/react';
import type { Choices } from '#contract/choices.ts';
import { messages } from './messages.ts';

interface RecentButtonsProps {
  readonly choices: Choices;
  /** Values, newest first. */
  readonly recent: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Renders buttons for the last used values, beside the complete list. */
export function RecentButtons({ choices, recent, value, onChange }: RecentButtonsProps) {
  const offered = recent.flatMap(
    (recentValue) => choices.find((choice) => choice.value === recentValue) ?? [],
  );
  return offered.map((choice) => (
    <Button
      key={choice.value}
      variant={choice.value === value ? 'subtle' : 'outline'}
      colorPalette={choice.value === value ? 'accent' : 'neutral'}
      paddingInline="3"
      aria-label={messages.lastUsed({ label: choice.label })}
      aria-pressed={choice.value === value}
      onClick={() => onChange(choice.value)}
    >
      {choice.label}
    </Button>
  ));
}
