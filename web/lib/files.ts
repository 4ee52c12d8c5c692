import { i18n } from '#web/lib/i18n.ts';

export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export const saveTextFile = (name: string, text: string, type = 'text/csv') =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 1 && value < 100 ? 1 : 0)} ${UNITS[power]}`;
}

export function formatRemaining(seconds: number): string {
  if (seconds < 60) return i18n.t('less than a minute left');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return i18n.t('about {minutes} min left', { minutes });
  return i18n.t('about {hours} h {minutes} min left', {
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  });
}
