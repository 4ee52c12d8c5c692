// What only staff need. It loads with the first page of theirs.

export { adminRoutes } from '#web/admin-routes.ts';
export { AdminFrame } from '#web/shell/admin-frame.tsx';
export { AdminHeader } from '#web/shell/admin-header.tsx';
export { AdminRows } from '#web/shell/admin-rows.tsx';
export { AdminTabBar } from '#web/shell/admin-tab-bar.tsx';
