import fc from 'fast-check';
import { SEED } from './chaos.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
