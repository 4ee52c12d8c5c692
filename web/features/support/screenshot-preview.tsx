import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Skeleton } from '#web/components/skeleton.tsx';
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
  if (isTaking) return <Skeleton label="Taking the picture" className="h-40" />;
  if (!address)
    return (
      <p className="text-14 text-ink-2">
        Your browser could not take a picture. The report works without it.
      </p>
    );
  return (
    <figure className="grid gap-2">
      <img
        src={address}
        alt="The page as it will be sent"
        className="max-h-64 w-auto justify-self-start rounded-ctl border border-line"
      />
      <figcaption className="text-14 text-ink-2">Photos and everything in fields are blacked out.</figcaption>
    </figure>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return setAddress(undefined);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
