import type { FastifyInstance } from 'fastify';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { type AuditRecord, DELETED_ACCOUNT_NAME } from '#contract/entities/user.ts';
import { historyList } from '#contract/lists/history.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { isAutomatic } from '#contract/rules/audit-actions.ts';
import { can, type Permission } from '#contract/rules/permissions.ts';
import type { Context } from '#server/context.ts';
import {
  type AuditRow,
  type AuditScope,
  auditChanges,
  auditSource,
  listAuditKinds,
} from '#server/platform/audit/audit-list.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import type { ListSource } from '#server/platform/lists/list-source.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { readOfBuyer } from './customer-access.ts';
import { listPeople } from './find-people.ts';

type Filters = FilterValues<typeof historyList>;
type ScopeName = NonNullable<Filters['scope']>;

const PERMISSIONS: Record<ScopeName, Permission> = {
  album: 'admin_albums',
  user: 'customers',
  settings: 'settings',
};

/** How another module's history is read; app.ts passes them in, because those modules depend on this one. */
type ReadableHistory = {
  subjectsOf: (id: number) => readonly string[];
  /** Throws if there is no such thing. */
  check?: (db: Db, id: number) => Promise<unknown>;
  changesOf?: (row: AuditRow) => AuditRecord['changes'];
};

export type Histories = Record<Exclude<ScopeName, 'user'>, ReadableHistory>;

export function historyRoutes(app: FastifyInstance, { db }: Pick<Context, 'db'>, histories: Histories): void {
  handleList(app, db, historyEndpoints, historyList, historySource(histories), {
    authorize: async (actor, { scope, subject = 0 }) => {
      if (!scope) throw new AppError('invalid_request', { message: 'Say whose history you want.' });
      if (!can(actor, PERMISSIONS[scope])) throw new AppError('forbidden');
      if (scope === 'user') {
        await readOfBuyer({ db }, actor, { userId: subject, part: 'history' });
      } else await histories[scope].check?.(db, subject);
    },
  });
}

function historySource(histories: Histories): ListSource<typeof historyList, { people: object[] }> {
  const scopeOf = ({ scope = 'settings', subject = 0 }: Filters): AuditScope =>
    scope === 'user' ? { userId: subject } : { subjects: histories[scope].subjectsOf(subject) };
  const changesOf = (row: AuditRow) => {
    const { changesOf: own = auditChanges } = row.subject.startsWith('album:') ? histories.album : {};
    return own(row);
  };
  const source = auditSource(scopeOf, async (rows, db) => {
    const people = await listPeople(db, [...new Set(rows.map(({ actorId }) => actorId))]);
    const nameOf = ({ actorId, action }: AuditRow) =>
      people.get(actorId ?? 0)?.name ?? (isAutomatic(action) ? null : DELETED_ACCOUNT_NAME);
    return rows.map((row) => ({
      id: row.id,
      action: row.action,
      subject: row.subject,
      actor_name: nameOf(row),
      created_at: toIso(row.createdAt),
      changes: changesOf(row),
    }));
  });
  return {
    readPage: source.readPage,
    count: async (db, filters) => ({
      ...(await source.count(db, filters)),
      ...(await listChoices(db, scopeOf(filters))),
    }),
  };
}

async function listChoices(db: Db, scope: AuditScope) {
  const kinds = await listAuditKinds(db, scope);
  const people = await listPeople(db, [...new Set(kinds.map(({ actorId }) => actorId))]);
  return {
    people: [...people]
      .map(([id, { name }]) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id),
    actions: [...new Set(kinds.map(({ action }) => action))].sort(),
  };
}
