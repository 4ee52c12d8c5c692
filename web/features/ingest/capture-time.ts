import { timeAtEvent } from './event-time.ts';

export function captureTime(capturedAt: string | null, timeZone: string): string {
  return capturedAt ? timeAtEvent(capturedAt, timeZone, true) : 'No time';
}
