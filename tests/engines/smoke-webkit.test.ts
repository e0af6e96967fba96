import { testSmoke } from './smoke.ts';
import { startWebKit } from './webkit.ts';

testSmoke('WebKit', startWebKit);
