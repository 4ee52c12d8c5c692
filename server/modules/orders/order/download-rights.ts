export {
  countDownload,
  type DownloadRight,
  findDownloadRight,
  giveDownloadsBack,
  type LockedRight,
  listDownloadRights,
  lockDownloadRights,
} from './download-rights.queries.ts';
