import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const ENDPOINTS = /\/contract\/endpoints\/([\w-]+)\.ts$/;
const CONTRACT = /\/contract\/[\w/-]+\.ts(\?schemas)?$/;
const WEB = /\/web\/.*\.tsx?$/;
/** The browser sends calls with these parts of an endpoint. */
const SENT_WITH = ['method', 'path', 'spends', 'raw'] as const;
/** Code of a page that reads a schema of an endpoint, which the browser does not have. */
const SCHEMA_OF_ENDPOINT = /(?<!typeof )\b\w+Endpoints\.\w+\.(?:params|query|body|response|limits)\b/;

type Lean = { [name: string]: Lean | string | boolean };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEndpoint = (value: Record<string, unknown>) =>
  typeof value.method === 'string' && typeof value.path === 'string' && 'response' in value;

/** Returns undefined for a value that is not a group of endpoints. */
export function toLean(value: unknown): Lean | undefined {
  if (!isObject(value)) return undefined;
  if (isEndpoint(value)) {
    const sent = SENT_WITH.flatMap((key) => (key in value ? [[key, value[key]] as const] : []));
    return Object.fromEntries(sent) as Lean;
  }
  const entries = Object.entries(value).map(([name, part]) => [name, toLean(part)] as const);
  const isGroup = entries.length > 0 && entries.every(([, part]) => part !== undefined);
  return isGroup ? (Object.fromEntries(entries) as Lean) : undefined;
}

type Statement = {
  type: string;
  declaration?: Statement | null;
  declarations?: { init: { type: string; start: number; end: number } | null }[];
};
const MAKES_NOTHING = /Function|Literal$/;

/**
 * Tells the builder that computing a constant of the contract has no side effects. It then leaves out the constants that
 * no page uses.
 */
export function markPure(code: string, statements: readonly Statement[]): string {
  const made = statements
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && !MAKES_NOTHING.test(init.type) ? [init] : []))
    .filter(({ start, end }) => code.slice(start, end).includes('('));
  return made.reduceRight((text, { start, end }) => {
    const value = text.slice(start, end);
    return `${text.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${text.slice(end)}`;
  }, code);
}

const NAMED = /\b(import|export) \{([^}]+)\} from '#contract\/endpoints\/([\w-]+)\.ts';/g;

const folder = fileURLToPath(new URL('../contract/endpoints', import.meta.url));
const readExports = async (name: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(`${folder}/${name}.ts`).href);

/** Reads endpoints from the lean file and everything else, which is schemas, from the whole one. */
async function splitImports(code: string): Promise<string> {
  const found = [...code.matchAll(NAMED)];
  const split = await Promise.all(
    found.map(async ([, keyword, names = '', file = '']) => {
      const exported = await readExports(file);
      const all = names.split(',').map((name) => name.trim());
      const used = all.filter((name) => name !== '' && !name.startsWith('type '));
      const isLean = (name: string) => toLean(exported[name.split(' as ')[0] ?? '']) !== undefined;
      const line = (some: string[], query: string) =>
        some.length > 0
          ? `${keyword} { ${some.join(', ')} } from '#contract/endpoints/${file}.ts${query}';`
          : '';
      return (
        line(used.filter(isLean), '') +
        line(
          used.filter((name) => !isLean(name)),
          '?schemas',
        )
      );
    }),
  );
  return code.replace(NAMED, () => split.shift() ?? '');
}

/**
 * Gives the browser the addresses of the calls without their schemas, which are larger than most pages. A schema that a
 * page names itself, for example to check a form, comes with that page.
 */
export function leanEndpoints(): Plugin {
  return {
    name: 'lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      const [path = '', query] = source.split('?');
      if (!path.endsWith('.ts') || (query !== undefined && query !== 'schemas')) return null;
      const resolved = await this.resolve(path, importer, { skipSelf: true });
      if (!resolved || !ENDPOINTS.test(resolved.id)) return null;
      // Files of the contract use the schemas of one another.
      const isWhole = query !== undefined || importer.includes('/contract/');
      return isWhole ? `${resolved.id}?schemas` : resolved.id;
    },
    async load(id) {
      const [, name] = ENDPOINTS.exec(id) ?? [];
      if (!name) return null;
      const groups = Object.entries(await readExports(name)).flatMap(([key, value]) => {
        const lean = toLean(value);
        return lean ? [`export const ${key} = ${JSON.stringify(lean)};`] : [];
      });
      return { code: groups.join('\n'), moduleSideEffects: false };
    },
    async transform(code, id) {
      if (CONTRACT.test(id)) {
        const { body } = this.parse(code, { lang: 'ts' });
        return { code: markPure(code, body as Statement[]), map: null, moduleSideEffects: false };
      }
      if (!WEB.test(id)) return null;
      const [wrong] = SCHEMA_OF_ENDPOINT.exec(code) ?? [];
      if (wrong)
        this.error(`${id} reads ${wrong}, which the browser does not have: import the schema by name`);
      return { code: await splitImports(code), map: null };
    },
  };
}
