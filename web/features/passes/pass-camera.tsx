import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronRight, Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type Pass, passEndpoints } from '#contract/endpoints/passes.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { callApi } from '#web/lib/api.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatAge, formatCount } from '#web/lib/formats.ts';
import { passSearch, useSearchState } from '#web/lib/search-params.ts';
import { toast } from '#web/lib/toast.ts';
import { frameAddress, newestFramesQuery, passQuery } from './pass-statement.tsx';

type Camera = NonNullable<Pass['camera']>;
type PassCameraProps = { token: string; camera: Camera; counts: Pass['counts'] };

/** The values a photographer types into a camera, and whether its photos arrive. */
export function PassCamera({ token, camera, counts }: PassCameraProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 desk:grid-cols-2">
      <div className="grid content-start gap-6">
        <CameraStatus token={token} camera={camera} unsorted={counts.unsorted} />
        <section className="grid gap-3">
          <h3 className="text-18 font-bold">Type these into your camera</h3>
          <dl className="divide-y divide-line rounded-card border border-line">
            <Value label="Host" value={camera.host} />
            <Value label="Port" value={String(camera.port)} />
            <Value label="User" value={camera.user} />
            <Value label="Password" value={camera.password} />
          </dl>
        </section>
      </div>
      <div className="grid content-start gap-6">
        <section className="flex items-center gap-4 rounded-card bg-sunk p-4">
          <QrCode
            text={window.location.href}
            label="Code that opens this pass"
            className="size-28 shrink-0"
          />
          <div className="grid gap-1">
            <h3 className="font-bold">Setting up on another phone or tablet?</h3>
            <p className="text-14 text-ink-2">Scan this to open the same pass there. Nothing to type.</p>
          </div>
        </section>
        <CameraSteps />
        <NewPassword token={token} />
      </div>
    </div>
  );
}

function CameraStatus({ token, camera, unsorted }: { token: string; camera: Camera; unsorted: number }) {
  const { change } = useSearchState(passSearch);
  const { data } = useQuery(newestFramesQuery(token, camera.last_photo_at));
  return (
    <section
      aria-label="Camera"
      data-theme="dark"
      className="grid gap-4 rounded-sheet bg-stage p-5 text-white"
    >
      <LastPhoto at={camera.last_photo_at} />
      {data && data.frames.length > 0 && (
        <ul className="grid grid-cols-5 gap-1.5">
          {data.frames.map(({ id, file_name }) => (
            <li key={id} className="aspect-[3/2] overflow-hidden rounded-tile bg-white/10">
              <img src={frameAddress(id, data.auth)} alt={file_name} className="size-full object-cover" />
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-2 divide-x divide-white/15 rounded-card bg-white/10">
        <p role="status" className="grid p-4">
          <span className="text-28 font-extrabold tabular-nums">{formatCount(camera.received_today)}</span>
          <span className="text-14">received today</span>
        </p>
        <button
          type="button"
          className="grid p-4 text-left"
          onClick={() => void change({ tab: 'photos', frames: 'unsorted' }, { push: true })}
        >
          <span className={`text-28 font-extrabold tabular-nums ${unsorted > 0 ? 'text-spot' : ''}`}>
            {formatCount(unsorted)}
          </span>
          <span className="flex items-center justify-between text-14">
            need sorting <ChevronRight aria-hidden size={16} />
          </span>
        </button>
      </div>
    </section>
  );
}

/** Grows older by the second, also when the camera has stopped sending. */
export function LastPhoto({ at }: { at: string | null }) {
  const now = useNow();
  return (
    <p className="flex items-center gap-3 text-18 font-bold">
      <span aria-hidden className={`size-3 rounded-full ${at ? 'bg-ok' : 'bg-white/40'}`} />
      {at ? `Last photo ${formatAge(at, now)}` : 'Waiting for the first photo'}
    </p>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      toast(`Select and copy it by hand: ${value}`);
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="grid min-h-14 grid-cols-[84px_minmax(0,1fr)_auto] items-center gap-2 px-4">
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className="font-mono font-semibold break-all">{value}</dd>
      <button
        type="button"
        aria-label={isCopied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
        className={`flex min-h-11 items-center gap-2 font-semibold ${isCopied ? 'text-ok' : ''}`}
        onClick={() => void copy()}
      >
        <Icon aria-hidden size={18} /> {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

const FILES = 'Send JPEG files. Photos are filed by their capture time, so check the clock first.';

/** Menus of current bodies; their names differ a little from model to model. */
const STEPS = [
  {
    camera: 'Canon',
    steps: [
      'Open the network menu, then Network settings, and add a connection of type FTP transfer.',
      'Choose FTPS. Type in host, port, user and password. Turn passive mode on.',
      'When the camera asks about the certificate, choose to trust it.',
      'Turn automatic transfer on.',
      FILES,
    ],
  },
  {
    camera: 'Sony',
    steps: [
      'Open Network, then FTP Transfer Func., then Server Setting, and choose an empty server.',
      'Type in host and port, set Secure Protocol to On, then type in user and password.',
      'Allow the connection although the root certificate is unknown.',
      'Turn FTP Function on, and Auto Transfer in FTP Transfer.',
      FILES,
    ],
  },
  {
    camera: 'Nikon',
    steps: [
      'Open the network menu, then Connect to FTP server, and make a new profile by hand.',
      'Choose FTPS, type in host, port, user and password, and turn PASV mode on.',
      'Connect even though the certificate is unknown.',
      'Turn Auto upload on in the options.',
      FILES,
    ],
  },
  {
    camera: 'Computer',
    steps: [
      'Photo Mechanic: choose File, then Upload, and the type FTPS with explicit TLS. Type in the four values.',
      'Lightroom: export to an FTP server with the same values and passive mode.',
      FILES,
    ],
  },
] as const;

function CameraSteps() {
  const [chosen, setChosen] = useState(0);
  return (
    <section className="grid gap-3">
      <h3 className="text-18 font-bold">Show me the steps for</h3>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ camera }, index) => (
          <button
            key={camera}
            type="button"
            aria-pressed={chosen === index}
            onClick={() => setChosen(index)}
            className="min-h-11 rounded-full border border-line px-4 font-semibold aria-pressed:bg-ink aria-pressed:text-surface"
          >
            {camera}
          </button>
        ))}
      </div>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {STEPS[chosen]?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

function NewPassword({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const renewing = useMutation({
    mutationFn: () => callApi(passEndpoints.renewCameraPassword, { body: { token } }),
    onSuccess: (pass) => {
      queryClient.setQueryData(passQuery(token).queryKey, pass);
      toast('There’s a new password. Type it into your cameras.');
    },
    onError: toast.failure,
  });
  const { ask, question } = useConfirmed(renewing, () => ({
    title: 'Get a new password?',
    sentence: 'Cameras with the old one stop sending until you type in the new one.',
    confirmLabel: 'Get a new password',
  }));
  return (
    <>
      <button type="button" className="flex items-center gap-4 text-left" onClick={() => ask()}>
        <span className="grid size-12 place-items-center rounded-full bg-sunk">
          <RefreshCw aria-hidden size={20} />
        </span>
        <span className="grid">
          <span className="font-bold">Get a new password</span>
          <span className="text-14 text-ink-2">
            Use this if the password got out. The old one stops working right away.
          </span>
        </span>
      </button>
      {question}
    </>
  );
}
