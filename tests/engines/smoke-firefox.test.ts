import { startFirefox } from './firefox.ts';
import { testSmoke } from './smoke.ts';

testSmoke('Firefox', startFirefox);
