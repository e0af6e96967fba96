import { testMainJobs } from './main-jobs.ts';
import { startWebKit } from './webkit.ts';

testMainJobs('WebKit', startWebKit);
