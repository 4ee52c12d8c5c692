import { execFileSync } from 'node:child_process';
import { createSecretKey, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { MAX_WIDE_ID } from '#contract/primitives.ts';
import { listContext, readDockerfile, readVariables } from '#proofs/upgrade/dockerfile.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { readImageName } from '#server/modules/images/serve-images.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createGauges, registry } from '#server/platform/operations/metrics.ts';
import {
  ANYONE,
  type ImageScope,
  issueImageToken,
  scopeOpens,
} from '#server/platform/security/image-tokens.ts';
import type { KeyRing } from '#server/platform/security/key-ring.ts';
import { SITE_MEMORY } from './prepare.mjs';

const read = (name: string) => readFileSync(name, 'utf8');
const FILES = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`);
const YAML = FILES.filter((name) => /\.ya?ml$/.test(name));
const VARIABLES = new Set(
  [...read('server/platform/config/environment.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    (found) => found[1],
  ),
);
/** Variables of Node and libuv, and those of other programs in the same files. */
const OF_OTHERS =
  /^(UV_THREADPOOL_SIZE|MALLOC_ARENA_MAX|NODE_OPTIONS|NODE_COMPILE_CACHE|ONNXRUNTIME_NODE_INSTALL|POSTGRES_\w+|MINIO_\w+|HAPROXY_LISTEN|API_[12](_PROBE_PORT)?)$/;

type Node = { [key: string]: Node } & { [index: number]: Node };

const documentsOf = (name: string) =>
  parseAllDocuments(read(name), { merge: true }).map((document) => {
    expect(document.errors, name).toEqual([]);
    return document.toJS() as Node;
  });

/** Finds every value below a key of this name. */
function findAll(tree: unknown, key: string): unknown[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...findAll(value, key),
  ]);
}

function variablesIn(name: string): string[] {
  if (name.endsWith('.env.example'))
    return [...read(name).matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, one]) => one ?? '');
  if (name.endsWith('.service')) {
    const lines = [...read(name).matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line ?? '');
    return lines.flatMap((line) => Object.keys(readVariables(line)));
  }
  if (name.endsWith('Dockerfile')) {
    const steps = readDockerfile(name).flatMap((stage) => stage.steps);
    return steps
      .filter((step) => step.instruction === 'ENV')
      .flatMap((step) => Object.keys(readVariables(step.text)));
  }
  if (!YAML.includes(name)) return [];
  const documents = documentsOf(name);
  const maps = findAll(documents, 'environment').flatMap((map) => Object.keys(map as object));
  const lists = findAll(documents, 'env').flatMap((list) =>
    (list as { name: string }[]).map((one) => one.name),
  );
  return [...maps, ...lists];
}

test('every variable in the files for deployment is one that the server or its neighbors read', () => {
  const named = FILES.flatMap((file) => variablesIn(file).map((variable) => ({ file, variable })));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ variable }) => !VARIABLES.has(variable) && !OF_OTHERS.test(variable))).toEqual([]);
});

test('the pods run as a user without rights, on a read-only root, with probes on the port of the metrics', () => {
  const pods = YAML.filter((name) => name.includes('kubernetes'))
    .flatMap(documentsOf)
    .filter(({ kind }) => ['Deployment', 'Job'].includes(String(kind)))
    .map(({ spec }) => spec?.template?.spec);
  expect(pods).toHaveLength(3);
  for (const pod of pods) {
    expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true, runAsUser: 10001 } });
    const container = pod?.containers?.[0];
    expect(container).toMatchObject({
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    if (!container?.ports) continue;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(container[probe]?.httpGet, probe).toMatchObject({ port: 'metrics' });
    }
  }
});

test('whoever stops a process gives it the time to drain and to finish requests', () => {
  const api = YAML.filter((name) => name.includes('kubernetes'))
    .flatMap(documentsOf)
    .find(({ metadata }) => String(metadata?.name) === 'encore-api')?.spec?.template?.spec;
  const variables = findAll(api, 'env').flat() as { name: string; value: string }[];
  const drain = variables.find(({ name }) => name === 'DRAIN_SECONDS');
  expect(Number(api?.terminationGracePeriodSeconds)).toBeGreaterThan(Number(drain?.value) + 20);
  const unit = read('deploy/systemd/encore-api@.service');
  const [, seconds] = /DRAIN_SECONDS=(\d+)/.exec(unit) ?? [];
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(Number(seconds) + 20);
});

test('the image and the units bound the memory of the server as a start from the folder does', () => {
  const last = readDockerfile('deploy/Dockerfile').at(-1);
  const set = last?.steps.filter((step) => step.instruction === 'ENV').map(({ text }) => readVariables(text));
  expect(Object.assign({}, ...(set ?? []))).toMatchObject({ NODE_OPTIONS: SITE_MEMORY });
  for (const part of ['api', 'worker']) {
    expect(read(`deploy/systemd/encore-${part}@.service`)).toContain(
      `Environment="NODE_OPTIONS=${SITE_MEMORY}"\n`,
    );
  }
});

test('the image holds what the Dockerfile copies, and no tests, secrets or data', () => {
  const ignore = read('.dockerignore');
  for (const source of ['server', 'web', 'contract', 'scripts']) {
    const files = listContext('.', source, ignore);
    expect(files.length, source).toBeGreaterThan(20);
    expect(files.filter((file) => /\.test\.tsx?$|node_modules|\.env$/.test(file))).toEqual([]);
  }
  expect(listContext('.', 'deploy', ignore)).toEqual(['deploy/healthcheck.mjs']);
  const last = readDockerfile('deploy/Dockerfile').at(-1);
  expect(last?.steps.find((step) => step.instruction === 'USER')?.text).toBe('10001:10001');
});

test('each pod has more memory than the heap it may fill, bounded disks, and a budget that keeps one running', () => {
  const documents = YAML.filter((name) => name.includes('kubernetes')).flatMap(documentsOf);
  const heapMib = Number(/max-old-space-size=(\d+)/.exec(SITE_MEMORY)?.[1]);
  const limits = findAll(documents, 'limits') as { memory: string }[];
  expect(limits).toHaveLength(3);
  for (const { memory } of limits) {
    const [, amount, unit] = /^(\d+)([MG])i$/.exec(memory) ?? [];
    expect(Number(amount) * (unit === 'G' ? 1024 : 1)).toBeGreaterThan(heapMib * 1.5);
  }
  for (const disk of findAll(documents, 'emptyDir')) expect(disk).toHaveProperty('sizeLimit');
  const deployments = documents.filter(({ kind }) => String(kind) === 'Deployment');
  expect(deployments).toHaveLength(2);
  for (const { metadata } of deployments) {
    const scaled = documents.find(
      ({ kind, spec }) =>
        String(kind) === 'HorizontalPodAutoscaler' && spec?.scaleTargetRef?.name === metadata?.name,
    );
    expect(Number(scaled?.spec?.minReplicas)).toBeGreaterThan(1);
    expect(
      documents.some(
        ({ kind, metadata: of }) => String(kind) === 'PodDisruptionBudget' && of?.name === metadata?.name,
      ),
    ).toBe(true);
  }
  const policy = documents.find(({ kind }) => String(kind) === 'NetworkPolicy');
  const ports = findAll(policy, 'ports').flat() as { port: string }[];
  expect(ports.map(({ port }) => port)).toEqual(['http', 'metrics']);
});

test('a shell reads the same values from the files of variables as Docker does', () => {
  for (const file of FILES.filter((name) => name.endsWith('.env.example'))) {
    const plain = Object.fromEntries(
      [...read(file).matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    const names = Object.keys(plain);
    const script = `set -eu; . "$1"; shift; for name in "$@"; do printf '%s\\0' "\${!name}"; done`;
    const sourced = execFileSync('bash', ['-c', script, 'bash', file, ...names], { encoding: 'utf8' });
    expect(sourced.split('\0').slice(0, -1), file).toEqual(Object.values(plain));
  }
});

test('every image of the compose file has an exact version', () => {
  const images = documentsOf('deploy/compose.yaml').flatMap((file) => findAll(file, 'image'));
  const foreign = images.filter((image) => image !== 'encore');
  expect(foreign.length).toBeGreaterThan(4);
  for (const image of foreign) expect(image).toMatch(/:(\d+\.\d+(\.\d+)?(-alpine)?|RELEASE\.[\dTZ-]+)$/);
});

test('nginx passes uploads and zips on as they come, and writes no answer to its disk', () => {
  const file = read('deploy/nginx/nginx.conf');
  const [, pattern = '', body = ''] =
    /location ~ (\S+) \{([^}]*proxy_request_buffering off[^}]*)\}/.exec(file) ?? [];
  expect(body).toContain('proxy_buffering off;');
  const zip = `/api${downloadEndpoints.albumZip.path.replace(':token', 'abc')}`;
  for (const path of [zip, UPLOADS_PATH, `${UPLOADS_PATH}/1`]) expect(path).toMatch(new RegExp(pattern));
  expect(file).toMatch(/^ {4}proxy_max_temp_file_size 0;$/m);
});

test('alerts and dashboard use metrics that exist', async () => {
  const gauges = createGauges({
    readPools: () => ({ main: { total: 0, idle: 0, waiting: 0 } }),
    readQueues: async () => [],
    countDeadLetters: async () => 0,
    readDisk: async () => ({ freeBytes: 1, sizeBytes: 1 }),
  });
  const metrics = [...(await registry.getMetricsAsJSON()), ...(await gauges.getMetricsAsJSON())];
  const known = new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  for (const file of ['deploy/monitoring/alerts.yml', 'deploy/monitoring/grafana-dashboard.json']) {
    const used = [...read(file).matchAll(/\bencore_\w+/g)].map(([name]) => name);
    expect(used.length, file).toBeGreaterThan(8);
    expect(
      used.filter((name) => !known.has(name)),
      file,
    ).toEqual([]);
  }
});

test('only counters have names that end in _total', async () => {
  const metrics = await registry.getMetricsAsJSON();
  const wrong = metrics.filter(({ name, type }) => name.endsWith('_total') !== (String(type) === 'counter'));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** Reads the regular expressions of a map in deploy/nginx/picture-maps.conf. */
function patternsOf(variable: string): { pattern: RegExp; value: string }[] {
  const body = read('deploy/nginx/picture-maps.conf').split(`$${variable} {`)[1]?.split('\n}')[0] ?? '';
  return [...body.matchAll(/"~(.*)" (\S+);/g)].map(([, pattern = '', value = '']) => ({
    pattern: new RegExp(pattern),
    value,
  }));
}

test('nginx finds the folder of a picture as the server does', () => {
  const [shard] = patternsOf('picture_shard');
  for (const id of [...Array(1_200).keys()].slice(1).concat(1_000_005, 99_999_999_90, MAX_WIDE_ID)) {
    const found = shard?.pattern.exec(String(id))?.groups?.shard;
    expect(derivativeKey('a', id, 'thumb')).toContain(`/${found}/${id}.thumb`);
  }
});

test('nginx takes the longest id of a photo for one, as the server does', () => {
  const name = `${MAX_WIDE_ID}.thumb`;
  expect(readImageName(name)).toMatchObject({ imageId: MAX_WIDE_ID });
  for (const file of ['pictures-disk.conf', 'pictures-cached.conf']) {
    const [, pattern = ''] = /^location ~ "(.*)" \{/m.exec(read(`deploy/nginx/${file}`)) ?? [];
    const address = `/api/images/${randomUUID()}/${name}`;
    expect(new RegExp(pattern).exec(address)?.groups, file).toMatchObject({ picture_id: name.split('.')[0] });
  }
});

test('nginx opens of a token exactly the pictures that its scope names', () => {
  const imageKeys: KeyRing = [createSecretKey(Buffer.alloc(32, 1))];
  const context = { imageKeys, clock: { now: () => new Date() } };
  const patterns = patternsOf('picture_is_listed');
  expect(patterns).toHaveLength(2);
  const scopes: ImageScope[] = [
    { kind: 'previews' },
    { kind: 'originals' },
    ...(['thumbs', 'clean-thumbs', 'single'] as const).map((kind) => ({ kind, imageIds: [12, 150, 7] })),
  ];
  for (const scope of scopes) {
    const token = issueImageToken(context, { folderUuid: 'a', userId: ANYONE, scope }, 30);
    for (const id of [1, 2, 7, 12, 15, 50, 77, 120, 150, 1_507]) {
      const isOpen = patterns.some(({ pattern }) => pattern.test(`${id}|${token}`));
      expect(isOpen, `${scope.kind} ${id}`).toBe(scopeOpens(scope, id, 'thumb'));
    }
  }
});

test('the example of variables does not start before its placeholders are replaced', () => {
  const lines = [...read('deploy/encore.env.example').matchAll(/^([A-Z]\w*)=(.*)$/gm)];
  const example = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  expect(() => readConfig({ NODE_ENV: 'production', ...example })).toThrow(/^KEYS: .*is a placeholder/);
});
