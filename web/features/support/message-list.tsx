import { useEffect, useRef } from 'react';
import type { SupportMessage } from '#contract/endpoints/support.ts';
import { formatAge, formatMoment } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { type Attachment, dropOutgoing, type Outgoing } from './my-conversation.ts';

type Side = SupportMessage['from'];

type MessageListProps = {
  messages: readonly SupportMessage[];
  /** Their own messages appear on the right. */
  viewer: Side;
  outgoing: readonly Outgoing[];
  onSend: (message: Outgoing) => void;
};

export function MessageList({ messages, viewer, outgoing, onSend }: MessageListProps) {
  const end = useRef<HTMLLIElement>(null);
  const newest = messages.at(-1)?.id;
  const waiting = outgoing.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came last is what is to be seen
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [newest, waiting]);
  return (
    <div role="log" aria-label={i18n.t('Messages')} aria-live="polite">
      <ol className="grid content-end gap-3">
        {messages.map((message) => (
          <li key={message.id} className={sideStyle(message.from === viewer)}>
            <Bubble text={message.text} attachments={message.attachments} isOwn={message.from === viewer} />
            {viewer === 'staff' && message.bug_report && <BugFacts report={message.bug_report} />}
            <p className="px-1 text-12 text-ink-3">
              {viewer === 'customer' && message.from === viewer ? i18n.t('You') : message.author_name}
              <span aria-hidden> · </span>
              <time dateTime={message.created_at} title={formatMoment(message.created_at)}>
                {formatAge(message.created_at)}
              </time>
            </p>
          </li>
        ))}
        {outgoing.map((message) => (
          <li key={message.key} className={sideStyle(true)}>
            <Bubble text={message.text} attachments={message.attachments} isOwn isFaint={!message.problem} />
            {message.problem ? (
              <p
                role="alert"
                className="flex flex-wrap items-center justify-end gap-x-3 px-1 text-13 font-medium text-bad"
              >
                <span>{i18n.t('Not sent. {problem}', { problem: message.problem })}</span>
                <TextButton onClick={() => onSend(message)}>{i18n.t('Try again')}</TextButton>
                <TextButton onClick={() => dropOutgoing(message.key)}>{i18n.t('Discard')}</TextButton>
              </p>
            ) : (
              <p className="px-1 text-12 text-ink-3">{i18n.t('Sending...')}</p>
            )}
          </li>
        ))}
        <li ref={end} aria-hidden className="h-px" />
      </ol>
    </div>
  );
}

const sideStyle = (isOwn: boolean) => `grid gap-1 ${isOwn ? 'justify-items-end' : 'justify-items-start'}`;

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 font-[650] text-ink underline underline-offset-3 desk:min-h-8"
    >
      {children}
    </button>
  );
}

type BubbleProps = { text: string; attachments: readonly Attachment[]; isOwn: boolean; isFaint?: boolean };

function Bubble({ text, attachments, isOwn, isFaint = false }: BubbleProps) {
  const look = isOwn ? 'bg-ink text-bg rounded-br-tile' : 'bg-sunk text-ink rounded-bl-tile';
  return (
    <div
      className={`grid max-w-[85%] gap-1.5 ${isOwn ? 'justify-items-end' : ''} ${isFaint ? 'opacity-60' : ''}`}
    >
      {attachments.map(({ id, url, width, height }) => (
        <a key={id} href={url} target="_blank" rel="noreferrer" className="block">
          <img
            src={url}
            width={width}
            height={height}
            alt={i18n.t('Attached')}
            className="max-h-56 w-auto rounded-card border border-line object-contain"
          />
          <span className="sr-only">{i18n.t('Open the picture')}</span>
        </a>
      ))}
      {text && (
        <p
          className={`rounded-card px-3.5 py-2.5 text-15 whitespace-pre-wrap wrap-anywhere select-text ${look}`}
        >
          {text}
        </p>
      )}
    </div>
  );
}

type BugReport = NonNullable<SupportMessage['bug_report']>;

export function BugFacts({ report }: { report: BugReport }) {
  const facts = [
    ['Page', report.page],
    ['Browser', report.browser],
    ['Version', report.version],
    ['Errors', report.errors.join('\n')],
    ['Requests', report.request_ids.join('\n')],
  ] as const;
  return (
    <details className="w-full max-w-[85%] rounded-ctl border border-line px-3 py-2 text-13" open>
      <summary className="cursor-pointer font-[650]">Bug report</summary>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2.5 gap-y-1.5 pt-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere select-text">{value || 'None'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
