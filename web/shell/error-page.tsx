import { Button } from '#web/components/button.tsx';
import { Trans } from '#web/components/trans.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { CHUNK_FAILED } from '#web/lib/lazy-part.tsx';
import { useIsOnline } from '#web/lib/use-is-online.ts';

export function ErrorPage({ error }: { error: unknown }) {
  const isChunkFailure = error instanceof Error && error.message === CHUNK_FAILED;
  const isOffline = !useIsOnline();
  const [title, sentence] =
    isChunkFailure && isOffline
      ? [
          i18n.t('You’re offline'),
          i18n.t(
            'This page isn’t on your device yet. It opens once you’re back online. Pages you’ve visited work offline.',
          ),
        ]
      : isChunkFailure
        ? [i18n.t('This page didn’t load'), i18n.t('The connection dropped, or we just updated the site.')]
        : [
            i18n.t('Something went wrong'),
            isApiError(error)
              ? error.message
              : i18n.t('We can’t show this page. Reload it, and write to us if it happens again.'),
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
          <Trans
            id="If you write to us, mention this: <code>{requestId}</code>"
            values={{ requestId }}
            components={{ code: <code className="select-all text-ink" /> }}
          />
        </p>
      )}
      <Button onClick={() => window.location.reload()}>{i18n.t('Try again')}</Button>
    </section>
  );
}
