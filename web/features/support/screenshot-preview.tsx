import { queryOptions } from '@tanstack/react-query';
import { Skeleton } from '#web/components/skeleton.tsx';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { takeScreenshot } from './take-screenshot.ts';

/** The sheet itself is outside of the captured element. */
export const screenshotQuery = (key: string) =>
  queryOptions({
    queryKey: ['screenshot', key],
    queryFn: async () => {
      const page = document.getElementById('root');
      return (page && (await takeScreenshot(page))) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

type ScreenshotPreviewProps = { screenshot: Blob | undefined; isTaking: boolean };

export function ScreenshotPreview({ screenshot, isTaking }: ScreenshotPreviewProps) {
  const address = useObjectUrl(screenshot);
  if (isTaking) return <Skeleton label="Taking a screenshot" className="h-40" />;
  if (!address)
    return (
      <p className="text-14 text-ink-2">
        Your browser could not take a screenshot. You can send the report without it.
      </p>
    );
  return (
    <figure className="grid gap-2">
      <img
        src={address}
        alt="Screenshot to be sent"
        className="max-h-64 w-auto justify-self-start rounded-ctl border border-line"
      />
      <figcaption className="text-14 text-ink-2">Photos and form fields are blacked out.</figcaption>
    </figure>
  );
}
