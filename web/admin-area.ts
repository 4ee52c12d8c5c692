// Only staff need these parts, so they load with the first admin page.

export { adminRoutes } from '#web/admin-routes.ts';
export { AdminFrame } from '#web/shell/admin-frame.tsx';
export { AdminHeader } from '#web/shell/admin-header.tsx';
export { AdminRows } from '#web/shell/admin-rows.tsx';
export { AdminTabBar } from '#web/shell/admin-tab-bar.tsx';
