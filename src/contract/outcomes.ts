import { z } from 'zod';

export const KNOWN_KEYS_PATH = '/outcomes/';

export const MOST_KEYS = 50;

export const knownKeys = z.object({ known: z.array(z.string()) });
