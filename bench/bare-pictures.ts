// The baseline of images.ts.
import { sendPictures } from './bare-listeners.ts';
import { serveBare } from './bare-process.ts';

serveBare(sendPictures);
