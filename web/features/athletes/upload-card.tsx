import { Check, X } from 'lucide-react';
import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { FaceChooser } from './face-chooser.tsx';
import type { ReferenceUpload, ReferenceUploads } from './reference-uploads.ts';
import { REFUSAL_WORDS } from './refusal-words.ts';
import { RefusedPicture } from './refused-picture.tsx';

type UploadCardProps = { upload: ReferenceUpload; name: string; uploads: ReferenceUploads };

const WORKING = {
  waiting: 'Waiting',
  preparing: 'Preparing',
  sending: 'Sending and checking the face',
};

export function UploadCard({ upload, name, uploads }: UploadCardProps) {
  const address = useObjectUrl(upload.picture);
  if (upload.state === 'refused') {
    return (
      <Refused
        refusal={upload.refusal}
        address={address}
        name={name}
        onChoose={(face) => void uploads.sendFace(upload.key, face)}
        onDismiss={() => uploads.dismiss(upload.key)}
      />
    );
  }
  return (
    <li className="flex items-center gap-4 rounded-card border border-line p-3">
      <span className="relative size-[72px] flex-none overflow-hidden rounded-ctl bg-sunk">
        {upload.state === 'accepted' && upload.photo.url ? (
          <img src={upload.photo.url} alt={`The face of ${name}`} className="size-full object-cover" />
        ) : (
          address && <img src={address} alt="" className="size-full object-cover opacity-60" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1 text-15">
        {upload.state === 'accepted' && (
          <p className="flex items-center gap-1.5 font-[650] text-ok">
            <Check aria-hidden size={20} strokeWidth={2.2} className="flex-none" />
            We search for this face
          </p>
        )}
        {upload.state in WORKING && (
          <p className="flex items-center gap-2.5 font-[650]">
            <Spinner />
            {WORKING[upload.state as keyof typeof WORKING]}
          </p>
        )}
        {upload.state === 'failed' && (
          <>
            <p className="font-medium text-bad">{upload.message}</p>
            {upload.picture && (
              <p>
                <Button kind="line" size="small" onClick={() => void uploads.retry(upload.key)}>
                  Try again
                </Button>
              </p>
            )}
          </>
        )}
      </div>
      {upload.state === 'failed' && <Dismiss onDismiss={() => uploads.dismiss(upload.key)} />}
    </li>
  );
}

type RefusedProps = {
  refusal: ReferenceRefusal;
  address: string | undefined;
  name: string;
  onChoose: (face: ReferenceRefusal['faces'][number]) => void;
  onDismiss: () => void;
};

function Refused({ refusal, address, name, onChoose, onDismiss }: RefusedProps) {
  const canChoose = refusal.problem === 'several_faces';
  const words = REFUSAL_WORDS[refusal.problem];
  return (
    <li className="grid gap-3 rounded-card border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="grid flex-1 gap-0.5 pt-2 pl-1 text-15">
          <p className="font-bold">{words.title}</p>
          <p className="text-ink-2">{words.advice}</p>
        </div>
        <Dismiss onDismiss={onDismiss} />
      </div>
      {address && canChoose && (
        <FaceChooser address={address} faces={refusal.faces} name={name} onChoose={onChoose} />
      )}
      {address && !canChoose && <RefusedPicture address={address} faces={refusal.faces} />}
    </li>
  );
}

function Dismiss({ onDismiss }: { onDismiss: () => void }) {
  return (
    <button
      type="button"
      aria-label="Remove this photo"
      onClick={onDismiss}
      className={buttonStyle('ghost', 'icon')}
    >
      <X aria-hidden size={20} strokeWidth={1.8} />
    </button>
  );
}
