import type { UploadPhase } from './upload-state.ts';

export const PHASE_WORDS: Record<UploadPhase, string> = {
  idle: 'Nothing to upload',
  opening: 'Starting',
  sending: 'Uploading',
  paused: 'Paused',
  offline: 'Waiting for the network',
  logged_out: 'Stopped',
  processing: 'Uploaded. Filing the photos',
  done: 'Finished',
};
