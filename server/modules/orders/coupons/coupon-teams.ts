import { type CouponTeam, couponTeamWords } from '#contract/endpoints/coupons.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { CouponRow } from './coupons.queries.ts';

const teamsOf = ({ teams }: CouponRow) => teams as unknown as CouponTeam[];
const plain = (name: string) => name.trim().toLowerCase();

function isOfTeam(team: CouponTeam, album: { programName: string; teamName: string }): boolean {
  if (plain(team.program_name) !== plain(album.programName)) return false;
  return team.team_name === '' || plain(team.team_name) === plain(album.teamName);
}

/** Returns the albums that the coupon lowers. A coupon without teams lowers all. */
export async function discountedAlbums(
  db: Db,
  coupon: CouponRow | undefined,
  albumIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const teams = coupon ? teamsOf(coupon) : [];
  if (teams.length === 0) return new Set(albumIds);
  const albums = await findSoldAlbums(db, [...new Set(albumIds)]);
  return new Set(
    [...albums.values()]
      .filter(({ team: ofAlbum }) => teams.some((team) => isOfTeam(team, ofAlbum)))
      .map(({ albumId }) => albumId),
  );
}

/** Refuses a coupon that lowers nothing of what is bought, and names its teams. */
export async function requireTeam(
  db: Db,
  coupon: CouponRow | undefined,
  albumIds: readonly number[],
): Promise<void> {
  if (!coupon || (await discountedAlbums(db, coupon, albumIds)).size > 0) return;
  const message = `This code is only for ${couponTeamWords(teamsOf(coupon))}.`;
  throw new AppError('coupon_other_team', { message });
}
