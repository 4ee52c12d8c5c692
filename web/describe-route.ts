import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '#contract/rules/permissions.ts';
import type { EntryRule } from '#web/lib/guards.ts';

/** Pages below another one of the menu are only in the palette. */
export type Menu = 'header' | 'tabs' | 'admin' | 'palette';

export type AppRoute = EntryRule & {
  path: string;
  title: string;
  page: () => Promise<ComponentType>;
  /** Starts the calls that the page begins with, so that they run while its code loads. */
  data?: (params: Readonly<Record<string, string>>) => unknown;
  area?: 'admin';
  /** A page of this kind has its own bar, so the header scrolls away above it and there is no tab bar. */
  frame?: 'fullscreen';
  entry?: { label: string; icon: LucideIcon; menus: readonly Menu[] };
};

export const behindLogin = (
  permission: Permission,
  path: string,
  title: string,
  page: AppRoute['page'],
  entry?: AppRoute['entry'],
): AppRoute => ({ guard: 'login_required', permission, path, title, page, entry });

export const adminOnly = (
  permission: Permission,
  path: string,
  title: string,
  page: AppRoute['page'],
): AppRoute => ({ ...behindLogin(permission, path, `${title}, admin`, page), area: 'admin' });

/** A page of staff that their menu shows. */
export const adminMenu = (
  permission: Permission,
  path: string,
  label: string,
  icon: LucideIcon,
  page: AppRoute['page'],
): AppRoute => ({ ...adminOnly(permission, path, label, page), entry: { label, icon, menus: ['admin'] } });

export const fullscreen = (route: AppRoute): AppRoute => ({ ...route, frame: 'fullscreen' });

export const open = (path: string, title: string, page: AppRoute['page']): AppRoute => ({
  guard: 'public',
  path,
  title,
  page,
});

export const loggedOutOnly = (path: string, title: string, page: AppRoute['page']): AppRoute => ({
  guard: 'logged_out_only',
  path,
  title,
  page,
});
