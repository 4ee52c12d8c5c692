import { Link, type LinkProps } from '#web/lib/navigation.tsx';

export function TextLink(props: LinkProps & { onClick?: () => void }) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-11 items-center rounded-tile font-[650] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    />
  );
}
