import { choiceFilter, defineList } from './list.ts';

/** Files that need attention come first. */
export const UPLOAD_RESULTS = {
  sending: 'Uploading',
  not_sent: 'Not uploaded',
  failed: 'Refused',
  doubtful: 'Doubtful',
  waiting: 'Waiting',
  duplicate: 'Already uploaded',
  canceled: 'Canceled',
  clock: 'Clock photo',
  sent: 'Uploaded',
  filed: 'Filed',
} as const;
export type UploadResult = keyof typeof UPLOAD_RESULTS;

const RANKS = Object.keys(UPLOAD_RESULTS);

export type UploadFile = {
  path: string;
  sizeBytes: number;
  sentBytes: number;
  result: UploadResult;
  reason: string | null;
};

export const uploadFileList = defineList<UploadFile>()({
  name: 'upload-files',
  noun: 'file',
  prefix: 'file_',
  columns: {
    file: { label: 'File', sort: 'asc', value: ({ path }) => path },
    bytes: { label: 'Size', sort: 'desc', value: ({ sizeBytes }) => sizeBytes },
    result: {
      label: 'Result',
      sort: 'asc',
      value: ({ result }) => UPLOAD_RESULTS[result],
      sortValue: ({ result }) => RANKS.indexOf(result),
    },
    reason: { label: 'Reason', value: ({ reason }) => reason },
  },
  filters: {
    result: choiceFilter({
      label: 'Result',
      all: 'All results',
      options: UPLOAD_RESULTS,
      of: ({ result }: UploadFile) => result,
    }),
  },
  defaultSort: 'result:asc',
});
