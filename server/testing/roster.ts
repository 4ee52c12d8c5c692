import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { statementEndpoints } from '#contract/endpoints/statements.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** The calls of staff about photographers and their statements. */
export function rosterCalls(app: TestApp) {
  const asSuper = async () => (await buildUser(app, { role: 'super' })).token;
  return {
    async add(name: string, rate: number, other_names: string[] = []) {
      const body = { name, default_rate_basis_points: rate, other_names };
      return (await app.call(rosterEndpoints.addPhotographer, { token: await asSuper(), body })).body;
    },
    async change(
      id: number,
      body: { name?: string; other_names?: string[]; default_rate_basis_points?: number; has_left?: boolean },
    ) {
      const call = { token: await asSuper(), params: { id }, body };
      return (await app.call(rosterEndpoints.changePhotographer, call)).body;
    },
    async link(id: number, name: string) {
      const call = { token: await asSuper(), params: { id }, body: { name } };
      return app.call(rosterEndpoints.linkCreditedName, call);
    },
    async assign(eventId: number, photographer: number, rate: number, days: string[] | null = null) {
      const params = { id: eventId, photographer };
      const call = { token: await asSuper(), params, body: { rate_basis_points: rate, days } };
      return app.call(rosterEndpoints.assignPhotographer, call);
    },
    async months() {
      return (await app.call(statementEndpoints.listStatementMonths, { token: await asSuper() })).body;
    },
    async month(month: string) {
      const call = { token: await asSuper(), params: { month } };
      return (await app.call(statementEndpoints.showMonth, call)).body;
    },
    async close(month: string, role: Role = 'finance') {
      const { token } = await buildUser(app, { role });
      return app.call(statementEndpoints.closeMonth, { token, params: { month } });
    },
  };
}
