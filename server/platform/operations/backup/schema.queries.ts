import type pg from 'pg';

export type TableData = { name: string; columns: string };
export type SequenceValue = { name: string; value: string; isCalled: boolean };

/** A database as statements that any later PostgreSQL understands. */
export type Schema = {
  /** These depend on each other and are created in whatever order works. */
  objects: string[];
  tables: TableData[];
  /** In the order in which they must run, after the rows are there. */
  completion: string[];
  sequences: SequenceValue[];
};

/** Our tables and those of the queue; a shared database may have schemas of others. */
const SCHEMAS = `('public', 'pgboss')`;
const OURS = `(select oid from pg_namespace where nspname in ${SCHEMAS})`;
const isPartOfExtension = (catalog: string, oid: string) =>
  `exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;

const NEW_SCHEMAS = `select format('create schema if not exists %I', nspname) as statement
  from pg_namespace where nspname in ${SCHEMAS} order by nspname`;

/** Only those that columns, indexes or defaults need, because a hosted database has others that cannot be created. */
const EXTENSIONS = `select format('create extension if not exists %I with schema %I', extname, nspname) as statement
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where exists (
    select from pg_depend member
    join pg_depend need on need.refclassid = member.classid and need.refobjid = member.objid
    join pg_class c on need.classid = 'pg_class'::regclass and need.objid = c.oid and c.relnamespace in ${OURS}
    where member.refclassid = 'pg_extension'::regclass and member.refobjid = e.oid and member.deptype = 'e'
  ) order by extname`;

const ENUMS = `select format('create type %s as enum (%s)', t.oid::regtype,
    string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)) as statement
  from pg_type t join pg_enum on enumtypid = t.oid
  where typnamespace in ${OURS} and not ${isPartOfExtension('pg_type', 't.oid')} group by t.oid order by 1`;

const FUNCTIONS = `select pg_get_functiondef(oid) as statement from pg_proc
  where pronamespace in ${OURS} and prokind in ('f', 'p') and not ${isPartOfExtension('pg_proc', 'pg_proc.oid')}
  order by 1`;

const SEQUENCE_OPTIONS = `format('start with %s increment by %s minvalue %s maxvalue %s cache %s%s',
  seqstart, seqincrement, seqmin, seqmax, seqcache, case when seqcycle then ' cycle' else '' end)`;

const FREE_SEQUENCES = `select format('create sequence %s as %s %s', seqrelid::regclass, seqtypid::regtype,
    ${SEQUENCE_OPTIONS}) as statement
  from pg_sequence join pg_class c on c.oid = seqrelid
  where relnamespace in ${OURS} and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = seqrelid and deptype = 'i'
  ) order by 1`;

const OWNED_SEQUENCES = `select format('alter sequence %s owned by %s.%I', objid::regclass, refobjid::regclass, attname)
    as statement
  from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
  join pg_class c on c.oid = objid and relkind = 'S'
  where classid = 'pg_class'::regclass and deptype = 'a' and relnamespace in ${OURS} order by 1`;

const COLUMN = `format('%I %s%s%s%s', attname, format_type(atttypid, atttypmod),
  case when attcollation <> typcollation
    then (select format(' collate %I.%I', nspname, collname) from pg_collation l
      join pg_namespace ln on ln.oid = l.collnamespace where l.oid = attcollation) else '' end,
  case when attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
    when attgenerated <> '' then format(' generated always as (%s)', pg_get_expr(adbin, adrelid))
    when attidentity <> '' then (
      select format(' generated %s as identity (sequence name %s %s)',
        case attidentity when 'a' then 'always' else 'by default' end, seqrelid::regclass, ${SEQUENCE_OPTIONS})
      from pg_sequence join pg_depend on objid = seqrelid and deptype = 'i' and classid = 'pg_class'::regclass
      where refobjid = attrelid and refobjsubid = attnum)
    when adbin is not null then format(' default %s', pg_get_expr(adbin, adrelid)) else '' end,
  case when attnotnull then ' not null' else '' end)`;

/** Partitions are created as tables and attached once they hold their rows. */
const TABLES = `select format('create %stable %s (%s)%s%s',
    case relpersistence when 'u' then 'unlogged ' else '' end, c.oid::regclass,
    string_agg(${COLUMN}, ', ' order by attnum),
    case when relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
    case when reloptions is null then '' else format(' with (%s)', array_to_string(reloptions, ', ')) end) as statement
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace in ${OURS} and relkind in ('r', 'p') group by c.oid order by c.oid::regclass::text`;

const VIEWS = `select format('create view %s%s as %s', oid::regclass,
    case when reloptions is null then '' else format(' with (%s)', array_to_string(reloptions, ', ')) end,
    pg_get_viewdef(oid)) as statement
  from pg_class where relnamespace in ${OURS} and relkind = 'v'
    and not ${isPartOfExtension('pg_class', 'pg_class.oid')} order by 1`;

const CONSTRAINTS = (
  types: string,
) => `select format('alter table %s add constraint %I %s', conrelid::regclass, conname,
    pg_get_constraintdef(pg_constraint.oid)) as statement
  from pg_constraint where connamespace in ${OURS} and conrelid <> 0 and contype in (${types})
    and (conparentid = 0 or contype <> 'f') order by conrelid::regclass::text, conname`;

/** The index of a partitioned table is made without its partitions, which bring theirs when they are attached. */
const INDEXES = `select pg_get_indexdef(indexrelid) as statement
  from pg_index join pg_class c on c.oid = indexrelid
  where relnamespace in ${OURS} and not exists (select from pg_constraint where conindid = indexrelid
    and contype in ('p', 'u', 'x')) order by indexrelid::regclass::text`;

const PARTITIONS = `select format('alter table %s attach partition %s %s', inhparent::regclass, oid::regclass,
    pg_get_expr(relpartbound, oid)) as statement
  from pg_class join pg_inherits on inhrelid = oid
  where relnamespace in ${OURS} and relispartition and relkind in ('r', 'p') order by oid::regclass::text`;

const TRIGGERS = `select pg_get_triggerdef(t.oid) as statement from pg_trigger t join pg_class c on c.oid = tgrelid
  where relnamespace in ${OURS} and not tgisinternal and tgparentid = 0 order by 1`;

const COMMENTS = `select format('comment on %s %s is %L', case relkind when 'v' then 'view' when 'S' then 'sequence'
    when 'i' then 'index' when 'I' then 'index' else 'table' end, objoid::regclass, description) as statement
  from pg_description join pg_class c on c.oid = objoid
  where classoid = 'pg_class'::regclass and objsubid = 0 and relnamespace in ${OURS} order by 1`;

const DATA = `select c.oid::regclass::text as name,
    coalesce(string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = ''), '') as columns
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  where relnamespace in ${OURS} and relkind = 'r' group by c.oid order by c.oid::regclass::text`;

/** Each of these would be missing from a copy, so a backup refuses them by name. */
const UNKNOWN = `select c.oid::regclass::text as name from pg_class c
    where relnamespace in ${OURS} and not ${isPartOfExtension('pg_class', 'c.oid')}
      and (relkind in ('m', 'f', 'c') or relrowsecurity or (relkind in ('r', 'p') and relhasrules))
  union all select inhrelid::regclass::text from pg_inherits join pg_class c on c.oid = inhrelid
    where relnamespace in ${OURS} and relkind = 'r' and not relispartition
  union all select oid::regtype::text from pg_type t where typnamespace in ${OURS} and typtype in ('d', 'r')
    and not ${isPartOfExtension('pg_type', 't.oid')}
  union all select oid::regprocedure::text from pg_proc where pronamespace in ${OURS} and prokind in ('a', 'w')
    and not ${isPartOfExtension('pg_proc', 'pg_proc.oid')}
  union all select tgname::text from pg_trigger join pg_class c on c.oid = tgrelid
    where relnamespace in ${OURS} and not tgisinternal and tgenabled <> 'O'
  union all select stxname::text from pg_statistic_ext where stxnamespace in ${OURS}
  union all select 'large object ' || oid from (select oid from pg_largeobject_metadata limit 1) l`;

export async function describeSchema(client: pg.Client): Promise<Schema> {
  // Without a search path, every name is written with its schema.
  await client.query(`set local search_path = ''`);
  const names = async (sql: string) =>
    (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const list = async (...queries: string[]) => {
    const found: string[] = [];
    for (const sql of queries) {
      const { rows } = await client.query<{ statement: string }>(sql);
      found.push(...rows.map(({ statement }) => statement));
    }
    return found;
  };
  const unknown = await names(UNKNOWN);
  if (unknown.length > 0) {
    throw new Error(
      `The database has ${unknown.slice(0, 5).join(', ')}, which this backup cannot hold. Use pg_dump.`,
    );
  }
  return {
    objects: await list(NEW_SCHEMAS, EXTENSIONS, ENUMS, FREE_SEQUENCES, FUNCTIONS, TABLES, VIEWS),
    tables: (await client.query<TableData>(DATA)).rows,
    completion: await list(
      OWNED_SEQUENCES,
      CONSTRAINTS(`'p', 'u', 'x', 'c'`),
      INDEXES,
      PARTITIONS,
      CONSTRAINTS(`'f'`),
      TRIGGERS,
      COMMENTS,
    ),
    sequences: await readSequences(client),
  };
}

async function readSequences(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace in ${OURS} order by 1`,
  );
  if (rows.length === 0) return [];
  const parts = rows.map(
    ({ name }) =>
      `select ${client.escapeLiteral(name)} as name, last_value::text as value, is_called as "isCalled" from ${name}`,
  );
  return (await client.query<SequenceValue>(parts.join(' union all '))).rows;
}

export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace in ${OURS} and relkind in ('r', 'p', 'S') limit 1`,
  );
  return rows.length === 0;
}

/** Creates the objects again and again while that makes progress, so that their order does not matter. */
export async function createObjects(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('set local check_function_bodies = off');
  let left = statements;
  while (left.length > 0) {
    const failed: { statement: string; error: unknown }[] = [];
    for (const statement of left) {
      await client.query('savepoint object');
      try {
        await client.query(statement);
        await client.query('release savepoint object');
      } catch (error) {
        await client.query('rollback to savepoint object');
        failed.push({ statement, error });
      }
    }
    if (failed.length === left.length) throw failed[0]?.error;
    left = failed.map(({ statement }) => statement);
  }
}

export async function completeObjects(
  client: pg.Client,
  { completion, sequences }: Pick<Schema, 'completion' | 'sequences'>,
): Promise<void> {
  for (const statement of completion) await client.query(statement);
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  }
}
