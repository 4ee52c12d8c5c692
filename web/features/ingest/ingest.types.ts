import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';

export type IngestEvent = ResponseOf<typeof catalogueEndpoints.listStaffEvents>[number];
export type IngestAlbum = ResponseOf<typeof catalogueEndpoints.listAdminAlbums>[number];
export type Tray = ResponseOf<typeof ingestEndpoints.listDoubtful>;
export type RunningOrder = ResponseOf<typeof ingestEndpoints.importRunningOrder>;

export const albumTitle = (album: Pick<IngestAlbum, 'performance_order' | 'program_name' | 'team_name'>) =>
  `#${album.performance_order} ${album.program_name} ${album.team_name}`;

export const albumLabel = (album: Pick<IngestAlbum, 'performance_order' | 'team_name'>) =>
  `#${album.performance_order} ${album.team_name}`;
