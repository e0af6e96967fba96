// Only the module that holds it: sign-in loads no schemas.
import { config } from 'zod/v4/core';

// Else zod tries whether it may write code at run time. The security policy forbids that, and browsers report the try as an attack.
config({ jitless: true });
