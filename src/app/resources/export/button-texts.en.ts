import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('exportButton', { export: 'Export', import: 'Import' });
