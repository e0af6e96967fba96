import { config } from 'zod';

// Else zod tries whether it may write code at run time. The security policy forbids that, and browsers report the try as an attack.
config({ jitless: true });
