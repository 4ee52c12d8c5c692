import type { ReportInReview } from '#contract/endpoints/moderation.ts';

type ReportFields = Omit<Partial<ReportInReview>, 'photo'> & { photo?: Partial<ReportInReview['photo']> };

export const HOUR_MS = 3600_000;

export function buildReport(
  { id, image, created }: { id: number; image: number; created: Date },
  { photo, ...fields }: ReportFields = {},
): ReportInReview {
  return {
    id,
    image,
    album: 1,
    event: 1,
    user: 1,
    type: 'quality',
    memo: '',
    ack: false,
    removed: false,
    staff_first: false,
    created_at: created.toISOString(),
    decide_by: new Date(created.getTime() + 48 * HOUR_MS).toISOString(),
    acknowledged_at: null,
    acknowledged_by: null,
    reporter: { name: 'Robin Customer', email: 'robin@example.test' },
    album_name: 'Comets',
    division_name: 'Senior 4',
    event_name: 'Winter Classic',
    ...fields,
    photo: {
      id: image,
      width: 3,
      height: 2,
      captured_at: null,
      placeholder: null,
      file_name: `IMG_${image}.JPG`,
      folder: '00000000-0000-4000-8000-000000000001',
      auth: 'token',
      is_hidden: false,
      faces: null,
      ...photo,
    },
  };
}
