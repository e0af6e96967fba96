import { startFirefox } from './firefox.ts';
import { testMainJobs } from './main-jobs.ts';

testMainJobs('Firefox', startFirefox);
