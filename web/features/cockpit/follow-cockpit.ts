import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { callApi } from '#web/lib/api.ts';
import { followLink, type LinkView } from '#web/lib/follow-link.ts';

export type CockpitView = LinkView<Cockpit>;

export function followCockpit(token: string, onView: (view: CockpitView) => void): () => void {
  return followLink<Cockpit>(async (question, signal) => {
    const body = { token, ...question };
    const { version, cockpit } = await callApi(cockpitEndpoints.openCockpit, { body, signal, retry: false });
    return { version, data: cockpit ?? undefined };
  }, onView);
}
