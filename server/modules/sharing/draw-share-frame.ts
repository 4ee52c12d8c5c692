import sharp, { type OverlayOptions } from 'sharp';
import { MAX_SPONSOR_SHARE, teamColor } from '#contract/rules/safe-share.ts';
import { outlineText } from '#server/platform/drawing/text-outlines.ts';

export type ShareFrame = {
  /** Null without a team frame. */
  team: { team: string; event: string; siteName: string } | null;
  sponsor: Buffer | undefined;
};

type Size = { width: number; height: number };

/** Draws the team's edge and names, and the sponsor's picture across the bottom. No font has to be installed. */
export async function drawShareFrame({ team, sponsor }: ShareFrame, size: Size): Promise<OverlayOptions[]> {
  const strip = sponsor && (await fitSponsor(sponsor, size));
  const stripHeight = strip?.height ?? 0;
  return [
    ...(team
      ? [{ input: await drawTeam(team, { ...size, height: size.height - stripHeight }), left: 0, top: 0 }]
      : []),
    ...(strip
      ? [
          {
            input: strip.picture,
            left: Math.floor((size.width - strip.width) / 2),
            top: size.height - strip.height,
          },
        ]
      : []),
  ];
}

async function fitSponsor(sponsor: Buffer, { width, height }: Size) {
  const { data, info } = await sharp(sponsor)
    .resize({ width, height: Math.max(1, Math.floor(height * MAX_SPONSOR_SHARE)), fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
}

/** The words are as large as fits beside the name of the site. */
async function drawTeam(
  { team, event, siteName }: NonNullable<ShareFrame['team']>,
  { width, height }: Size,
): Promise<Buffer> {
  const unit = Math.min(width, height) / 100;
  const margin = 4 * unit;
  const [name, line, site] = await Promise.all([team, event, siteName].map((words) => outlineText(words)));
  const siteScale = (3.4 * unit) / 100;
  const room = width - 3 * margin - (site?.width ?? 0) * siteScale;
  const scaleOf = (words: { width: number } | undefined, most: number) =>
    Math.min((most * unit) / 100, room / Math.max(1, words?.width ?? 1));
  const color = teamColor(team);
  const edge = 1.2 * unit;
  const put = (words: { path: string } | undefined, x: number, y: number, scale: number, opacity = 1) =>
    `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})" fill="#fff" opacity="${opacity}" d="${words?.path ?? ''}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#08102c" stop-opacity="0"/><stop offset=".5" stop-color="#08102c" stop-opacity=".88"/></linearGradient></defs>
    <rect y="${(height - 20 * unit).toFixed(1)}" width="${width}" height="${(20 * unit).toFixed(1)}" fill="url(#dusk)"/>
    ${put(name, margin, height - 8 * unit, scaleOf(name, 5.4))}
    ${put(line, margin, height - 4 * unit, scaleOf(line, 3.2), 0.85)}
    ${put(site, width - margin - (site?.width ?? 0) * siteScale, height - 4 * unit, siteScale)}
    <rect x="${edge / 2}" y="${edge / 2}" width="${width - edge}" height="${height - edge}" fill="none" stroke="${color}" stroke-width="${edge}"/>
  </svg>`;
  return Buffer.from(svg);
}
