import type { QueuedFile, UploadPhase } from './upload-state.ts';

export const PHASE_WORDS: Record<UploadPhase, string> = {
  idle: 'Nothing to upload',
  opening: 'Starting',
  sending: 'Uploading',
  paused: 'Paused',
  offline: 'Waiting for the network',
  logged_out: 'Waiting for a login',
  processing: 'Uploaded. The server is filing the photos',
  done: 'Finished',
};

export const FILE_WORDS: Record<QueuedFile['state'], string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  sent: 'Uploaded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
