import type { BodyOf } from '#contract/endpoint.ts';
import type { LegalTemplates, LegalTexts, legalEndpoints } from '#contract/endpoints/legal.ts';
import type { Language } from '#contract/i18n.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange, versionOf } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { DEFAULT_PRIVACY_ES, DEFAULT_TERMS_ES } from './default-legal-texts.es.ts';
import { DEFAULT_PRIVACY, DEFAULT_TERMS } from './default-legal-texts.ts';
import { getSettings, lockSettings } from './get-settings.ts';

/** In force until the operator changes the texts for the first time. */
export const FIRST_VERSION = 1;

export async function readLegalTemplates({ db }: Pick<Tx, 'db'>): Promise<LegalTemplates> {
  const version = await versionOf(db, LEGAL);
  const { version: legal_version, ...texts } = await readTexts(db);
  return { ...texts, legal_version, version };
}

const LEGAL = 'legal';

async function readTexts(db: Db): Promise<Omit<LegalTexts, 'languages'>> {
  const newest = await db
    .selectFrom('legalTexts')
    .select(['version', 'terms', 'privacy', 'createdAt'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    version: newest?.version ?? FIRST_VERSION,
    changed_at: toIsoOrNull(newest?.createdAt ?? null),
    terms: newest?.terms ?? DEFAULT_TERMS,
    privacy: newest?.privacy ?? DEFAULT_PRIVACY,
  };
}

const SPANISH = new Map([
  [DEFAULT_TERMS, DEFAULT_TERMS_ES],
  [DEFAULT_PRIVACY, DEFAULT_PRIVACY_ES],
]);

/** The texts that ship with the site are translated; the version is the same. What staff wrote is shown as written. */
export async function readLegalTexts(
  tx: Pick<Tx, 'db' | 'log' | 'config'>,
  language: Language,
): Promise<LegalTexts> {
  const texts = await readTexts(tx.db);
  const fill = await fillerOf(tx);
  const translate = (text: string) => {
    const translated = language === 'es' ? SPANISH.get(text) : undefined;
    return { text: fill(translated ?? text), language: translated ? language : ('en' as const) };
  };
  const [terms, privacy] = [translate(texts.terms), translate(texts.privacy)];
  return {
    ...texts,
    terms: terms.text,
    privacy: privacy.text,
    languages: { terms: terms.language, privacy: privacy.language },
  };
}

export async function readTerms(tx: Pick<Tx, 'db' | 'log' | 'config'>, version: number): Promise<string> {
  const texts = tx.db.selectFrom('legalTexts').select('terms').where('version', '=', version);
  const fill = await fillerOf(tx);
  return fill((await texts.executeTakeFirst())?.terms ?? DEFAULT_TERMS);
}

async function fillerOf(tx: Pick<Tx, 'db' | 'log' | 'config'>): Promise<(text: string) => string> {
  const { site_name, leak_tracing_months } = await getSettings(tx);
  return (text) =>
    text
      .replaceAll('{site_name}', () => site_name)
      .replaceAll('{leak_tracing_months}', () => String(leak_tracing_months))
      .replaceAll('{postal_address}', () => tx.config.mail.postalAddress);
}

export async function legalVersion({ db }: Pick<Tx, 'db'>): Promise<number> {
  return (await selectNewestVersion(db).executeTakeFirst())?.version ?? FIRST_VERSION;
}

/** Unchanged texts make no new version, so nobody has to agree again. */
export async function changeLegalTexts(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { version: read, ...edit }: BodyOf<typeof legalEndpoints.changeLegalTexts>,
): Promise<LegalTemplates> {
  await lockSettings(db);
  await checkVersion(db, { subject: LEGAL, version: read, edit });
  const before = await readTexts(db);
  const { terms = before.terms, privacy = before.privacy } = edit;
  if (before.terms === terms && before.privacy === privacy) return readLegalTemplates({ db });
  const version = before.version + 1;
  await db
    .insertInto('legalTexts')
    .values({ version, terms, privacy, changedBy: actor.userId, createdAt: clock.now() })
    .execute();
  await recordChange(db, {
    actorId: actor.userId,
    action: 'legal.publish',
    subject: LEGAL,
    before: { terms: before.terms, privacy: before.privacy },
    after: { terms, privacy },
  });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'settings.change',
    subject: 'site',
    before: { legal_version: before.version },
    after: { legal_version: version },
  });
  return readLegalTemplates({ db });
}

export function selectNewestVersion(db: Db) {
  return db.selectFrom('legalTexts').select('version').orderBy('version', 'desc').limit(1);
}
