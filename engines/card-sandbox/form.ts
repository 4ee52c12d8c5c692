import { invalidRequest } from './errors.ts';

/** In a form, `card[number]=…` is nested, and `expand[]=…` and `expand[0]=…` are lists. */
export type FormTree = { [key: string]: FormValue };
export type FormValue = string | FormTree | FormValue[];

const MAX_DEPTH = 8;
const MAX_PAIRS = 1000;

export function parseForm(text: string): FormTree {
  const root: FormTree = Object.create(null);
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > MAX_PAIRS || value.includes('\u0000')) throw invalidRequest('Invalid request body.');
    place(root, splitName(name), value);
  }
  return toLists(root) as FormTree;
}

function splitName(name: string): string[] {
  const [, head, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined || rest === undefined) throw invalidRequest(`Invalid parameter name: ${name}`);
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')];
  if (path.length > MAX_DEPTH) throw invalidRequest(`Parameter nested too deeply: ${name}`);
  return path;
}

function place(root: FormTree, path: string[], value: string): void {
  let tree = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(tree).length) : part;
    if (depth === path.length - 1) {
      tree[key] = value;
      return;
    }
    const next = tree[key];
    if (typeof next === 'string') throw invalidRequest(`Invalid parameter: ${path[0]}`);
    tree = (next as FormTree | undefined) ?? grow(tree, key);
  }
}

function grow(tree: FormTree, key: string): FormTree {
  const branch: FormTree = Object.create(null);
  tree[key] = branch;
  return branch;
}

function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList
    ? entries.map(([, inner]) => inner)
    : Object.assign(Object.create(null), Object.fromEntries(entries));
}
