import { type Wall, wallEndpoints } from '#contract/endpoints/wall.ts';
import { callApi } from '#web/lib/api.ts';
import { followLink, type LinkView } from '#web/lib/follow-link.ts';
import { addressOf } from '#web/lib/transport.ts';

export type WallView = LinkView<Wall> & {
  /** Opens the pictures; it changes with every answer. */
  auth: string;
};

export function followWall(token: string, onView: (view: WallView) => void): () => void {
  let auth = '';
  return followLink<Wall>(
    async (question, signal) => {
      const body = { token, ...question };
      const answer = await callApi(wallEndpoints.openWall, { body, signal, retry: false });
      auth = answer.auth;
      return { version: answer.version, data: answer.wall ?? undefined };
    },
    (view) => onView({ ...view, auth }),
  );
}

export function wallAddress(imageId: number, auth: string): string {
  return addressOf(wallEndpoints.wallPicture, { params: { name: `${imageId}.preview` }, query: { auth } });
}
