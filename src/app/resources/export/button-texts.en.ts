import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of the buttons, which are loaded with every list. */
export const messages = defineMessages('exportButton', { export: 'Export', import: 'Import' });
