import { testFaults, verbs } from '../support/fault-suite.ts';

testFaults(verbs.continue);
