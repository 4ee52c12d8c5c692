// The baseline of calls.ts: node:http and pg.
import { answerCalls } from './bare-listeners.ts';
import { serveBare } from './bare-process.ts';

serveBare(answerCalls);
