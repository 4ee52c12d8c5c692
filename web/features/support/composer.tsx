import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { MAX_ATTACHMENTS, MAX_MESSAGE_LENGTH } from '#contract/endpoints/support.ts';
import { Button, buttonStyle, Spinner } from '#web/components/button.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import type { Attachment, Outgoing } from './my-conversation.ts';
import { attachImage } from './send-message.ts';

type ComposerProps = {
  label: string;
  onSend: (message: Outgoing) => void;
  blocked?: () => boolean;
  field?: Ref<HTMLTextAreaElement>;
  /** The text, where something else writes into it too. */
  draft?: readonly [text: string, setText: (text: string) => void];
  onKey?: (event: KeyboardEvent) => void;
  /** Shown beside the button that attaches pictures. */
  tools?: ReactNode;
};

/** Enter sends, and Shift+Enter starts a new line. */
export function Composer({ label, onSend, blocked, field, draft, onKey, tools }: ComposerProps) {
  const own = useState('');
  const [text, setText] = draft ?? own;
  const { pictures, isUploading, problem, pick, remove, clear } = usePickedImages();
  const fileId = useId();
  const isEmpty = text.trim() === '' && pictures.length === 0;
  const send = () => {
    if (isEmpty || isUploading || blocked?.()) return;
    onSend({ key: crypto.randomUUID(), text: text.trim(), attachments: [...pictures] });
    setText('');
    clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    onKey?.(event);
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void pick(files);
  };
  return (
    <div className="grid w-full gap-2">
      {problem && (
        <p role="alert" className="text-14 font-medium text-bad">
          {problem}
        </p>
      )}
      {(pictures.length > 0 || isUploading) && (
        <ul aria-label={i18n.t('Pictures to send')} className="flex flex-wrap gap-2">
          {pictures.map(({ id, url }, index) => (
            <li key={id} className="relative">
              <img
                src={url}
                alt={i18n.t('Picture {index}', { index: index + 1 })}
                className="size-16 rounded-ctl border border-line object-cover"
              />
              <button
                type="button"
                aria-label={i18n.t('Remove picture {index}', { index: index + 1 })}
                onClick={() => remove(id)}
                className="-top-2 -right-2 absolute grid size-7 place-items-center rounded-full bg-ink text-bg"
              >
                <X size={16} />
              </button>
            </li>
          ))}
          {isUploading && (
            <li
              className="grid size-16 place-items-center rounded-ctl bg-sunk"
              aria-label={i18n.t('Uploading')}
            >
              <Spinner />
            </li>
          )}
        </ul>
      )}
      <div className="flex items-end gap-1.5">
        <label
          htmlFor={fileId}
          className={`${buttonStyle('ghost', 'icon')} flex-none cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus`}
        >
          <ImagePlus size={22} strokeWidth={1.8} />
          <span className="sr-only">{i18n.t('Attach pictures')}</span>
          <input
            id={fileId}
            type="file"
            accept={IMAGE_TYPES}
            multiple
            className="sr-only"
            onChange={(event) => {
              void pick([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
        {tools}
        <textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          value={text}
          rows={1}
          maxLength={MAX_MESSAGE_LENGTH}
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-40 min-h-11 w-full min-w-0 resize-none rounded-card border border-edge bg-surface px-3.5 py-2.5 text-16 hover:border-ink-2"
        />
        <Button
          icon={SendHorizontal}
          kind="ink"
          size="icon"
          aria-label={i18n.t('Send')}
          disabled={isEmpty || isUploading}
          onClick={send}
          className="flex-none"
        />
      </div>
    </div>
  );
}

const MAX_BYTES = 8 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const IMAGE_TYPES = TYPES.join(',');

/** Pictures are uploaded as soon as they are chosen. */
function usePickedImages() {
  const [pictures, setImages] = useState<readonly Attachment[]>([]);
  const [uploading, setUploading] = useState(0);
  const [problem, setProblem] = useState<string>();
  const pick = async (files: readonly File[]) => {
    setProblem(undefined);
    const room = MAX_ATTACHMENTS - pictures.length - uploading;
    if (files.length > room)
      setProblem(i18n.t('You can attach up to {maximum} pictures.', { maximum: MAX_ATTACHMENTS }));
    for (const file of files.slice(0, Math.max(0, room))) {
      const refusal = refusalOf(file);
      if (refusal) setProblem(refusal);
      else await upload(file);
    }
  };
  const upload = async (file: File) => {
    setUploading((count) => count + 1);
    try {
      const attached = await attachImage(file);
      setImages((known) => [...known, attached]);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setUploading((count) => count - 1);
    }
  };
  const remove = (id: number) => setImages((known) => known.filter((picture) => picture.id !== id));
  const clear = () => setImages([]);
  return { pictures, isUploading: uploading > 0, problem, pick, remove, clear };
}

function refusalOf(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return i18n.t('Attach a JPEG, PNG or WebP picture.');
  return file.size > MAX_BYTES ? i18n.t('Pictures can be up to 8 MB.') : undefined;
}
