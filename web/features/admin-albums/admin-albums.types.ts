import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';

export type AdminAlbum = ResponseOf<typeof catalogueEndpoints.listAdminAlbums>[number];
export type StaffEvent = ResponseOf<typeof catalogueEndpoints.listStaffEvents>[number];
