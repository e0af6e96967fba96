import { firstTexts, labels } from '#contract/arabic/labels.ts';
import { frameTexts } from './frame.ts';
import { listTexts } from './list.ts';
import { signInTexts } from './sign-in.ts';

/** Holds the Arabic texts that sign-in and the first list show. */
export const start = { contract: labels, ...firstTexts, ...signInTexts, ...frameTexts, ...listTexts };
