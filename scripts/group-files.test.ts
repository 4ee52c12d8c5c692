import { expect, test } from 'vitest';
import { findImported, type GetModule, groupByPages } from './group-files.ts';

type Imports = Record<string, { imports?: string[]; bytes?: number }>;

const graphOf =
  (modules: Imports): GetModule =>
  (id) => {
    const module = modules[id];
    if (!module) return null;
    return {
      importedIds: module.imports ?? [],
      dynamicallyImportedIds: [],
      code: 'x'.repeat(module.bytes ?? 1_000),
    };
  };

const PAGES = ['home', 'events', 'staff'];

const plan = (modules: Imports, more: { fileBytes?: number; loaded?: string[]; pages?: string[] } = {}) =>
  groupByPages({
    pages: more.pages ?? PAGES,
    isLoaded: (id) => more.loaded?.includes(id) ?? false,
    getModule: graphOf(modules),
    kindOf: (id) => (id.startsWith('rule') ? 'rules' : 'web'),
    weightOf: (page) => (page === 'home' || page === 'events' ? 1 : 0.2),
    fileBytes: more.fileBytes ?? 0,
  });

test('everything that a module imports is found once, also in a circle', () => {
  const getModule = graphOf({ a: { imports: ['b'] }, b: { imports: ['c', 'a'] }, c: {}, d: {} });
  expect([...findImported('a', getModule)].sort()).toEqual(['a', 'b', 'c']);
});

test('modules lie in one file if the same pages need them', () => {
  const groups = plan({
    home: { imports: ['card', 'cover'] },
    events: { imports: ['card', 'cover'] },
    staff: { imports: ['list'] },
    card: {},
    cover: {},
    list: {},
  });
  expect(groups.get('card')).toBe(groups.get('cover'));
  expect(groups.get('card')).not.toBe(groups.get('home'));
  expect(groups.get('list')).toBe(groups.get('staff'));
});

test('what is loaded before any page has no file of its own', () => {
  const modules = { home: { imports: ['button'] }, events: { imports: ['button'] }, staff: {}, button: {} };
  expect(plan(modules, { loaded: ['button'] }).has('button')).toBe(false);
});

test('a small file joins the one that costs pages the fewest bytes', () => {
  const modules = {
    home: { imports: ['card', 'hint'], bytes: 9_000 },
    events: { imports: ['card'], bytes: 9_000 },
    staff: { bytes: 9_000 },
    card: { bytes: 8_000 },
    hint: { bytes: 100 },
  };
  const groups = plan(modules, { fileBytes: 3_000 });
  expect(groups.get('hint')).toBe(groups.get('home'));
  expect(groups.get('card')).not.toBe(groups.get('events'));
});

test('modules of different kinds share no file', () => {
  const modules = { home: { imports: ['card', 'rule'] }, events: {}, staff: {}, card: {}, rule: {} };
  const groups = plan(modules, { fileBytes: 9_000 });
  expect(groups.get('card')).toBe(groups.get('home'));
  expect(groups.get('rule')).not.toBe(groups.get('home'));
});

type Invented = { modules: Imports; pages: string[]; fileBytes: number };

/** Modules import later ones only, as files without circles do. */
function* inventModules(seed: number, count: number): Generator<Invented> {
  let state = seed;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let made = 0; made < count; made++) {
    const pages = [...PAGES, 'users', 'reports', 'settings'].slice(0, 3 + next(4));
    const names = [...pages, ...Array.from({ length: 24 }, (_, index) => `m${index}`)];
    const rarity = 3 + next(8);
    const modules = Object.fromEntries(
      names.map((name, place) => {
        const later = names.slice(Math.max(pages.length, place + 1));
        return [name, { imports: later.filter(() => next(rarity) === 0), bytes: next(12_000) }];
      }),
    );
    yield { modules, pages, fileBytes: 500 + next(9_000) };
  }
}

function hasCircle(modules: Imports, groups: ReadonlyMap<string, number>): boolean {
  const next = (group: number) =>
    [...groups].flatMap(([id, own]) =>
      own === group ? (modules[id]?.imports ?? []).map((one) => groups.get(one)) : [],
    );
  const leadsTo = (from: number, to: number, seen = new Set<number>()): boolean =>
    next(from).some((group) => {
      if (group === undefined || group === from || seen.has(group)) return false;
      seen.add(group);
      return group === to || leadsTo(group, to, seen);
    });
  return [...new Set(groups.values())].some((group) => leadsTo(group, group));
}

test('files never import each other in a circle', () => {
  for (const { modules, pages, fileBytes } of inventModules(7, 600)) {
    expect(hasCircle(modules, plan(modules, { pages, fileBytes }))).toBe(false);
  }
});
