export const SITE_MEMORY: string;
