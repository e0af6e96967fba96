import { defineMessages } from '#contract/messages.ts';

/** Holds the text of the button, which is loaded with every list. */
export const messages = defineMessages({ export: 'Export' });
