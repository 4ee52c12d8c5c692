export {
  chargeRight,
  type DownloadRight,
  findDownloadRight,
  giveDownloadsBack,
  type LockedRight,
  listDownloadRights,
  lockActiveRight,
  lockDownloadRights,
} from './download-rights.queries.ts';
