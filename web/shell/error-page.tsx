import { Button } from '#web/components/button.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { CHUNK_FAILED } from '#web/lib/load-page.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';

export function ErrorPage({ error }: { error: unknown }) {
  const isChunkFailure = error instanceof Error && error.message === CHUNK_FAILED;
  const isOffline = !useIsOnline();
  const [title, sentence] =
    isChunkFailure && isOffline
      ? [
          i18n.t('You are offline'),
          i18n.t(
            'This page is not on your device yet. It opens once you are connected again. Pages you have visited work offline.',
          ),
        ]
      : isChunkFailure
        ? [i18n.t('This page did not load'), i18n.t('The connection was lost, or the site was updated.')]
        : [
            i18n.t('Something went wrong'),
            isApiError(error)
              ? error.message
              : i18n.t('This page could not be displayed. Reload it, and contact us if it happens again.'),
          ];
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <section role="alert" className="wrap grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <h1 tabIndex={-1} className="text-28 font-extrabold tracking-[-0.03em] desk:text-36">
        {title}
      </h1>
      <p className="max-w-[52ch] text-ink-2">{sentence}</p>
      {requestId && (
        <p className="text-14 text-ink-2">
          {i18n.t('If you contact us, mention this request:')}{' '}
          <code className="select-all text-ink">{requestId}</code>
        </p>
      )}
      <Button onClick={() => window.location.reload()}>{i18n.t('Try again')}</Button>
    </section>
  );
}
