import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Download, Plus, Share, ShieldCheck, Undo2 } from 'lucide-react';
import { useId, useReducer, useState } from 'react';
import { type SafePhoto, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import {
  type CoverStyle,
  cropOf,
  SHARE_RATIOS,
  type ShareRatio,
  teamColor,
} from '#contract/rules/safe-share.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { useCloseOnBack } from '#web/components/close-on-back.ts';
import { photoAddress } from '#web/components/photo.tsx';
import { SheetsAbove } from '#web/components/sheets-above.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { Switch } from '#web/components/switch.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { addressOf } from '#web/lib/transport.ts';
import { CoverCanvas } from './cover-canvas.tsx';
import { editCovers, type Face, startCovers } from './edit-covers.ts';
import { NeverShowSheet } from './never-show-sheet.tsx';
import { safePhotoQuery } from './safe-share.query.ts';
import { useSafeCopy } from './use-safe-copy.ts';

type SafeShareEditorProps = { imageId: number; onClose: () => void };

/** Covers other children on an owned photo before it is posted. */
export function SafeShareEditor({ imageId, onClose }: SafeShareEditorProps) {
  const photo = useQuery(safePhotoQuery(imageId));
  useCloseOnBack(onClose);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-fullscreen
          className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] bg-[#000] text-ink"
        >
          <QueryState
            query={photo}
            loading={
              <Skeleton label={i18n.t('Loading your photo')} className="m-4 h-[60dvh] rounded-[10px]" />
            }
          >
            {(loaded) => (
              <Editor key={`${loaded.image.id} ${loaded.rotation}`} photo={loaded} onClose={onClose} />
            )}
          </QueryState>
          <SheetsAbove />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const STYLE_LABELS: Record<CoverStyle, string> = { blur: /*i18n*/ 'Blur', shape: /*i18n*/ 'Team color' };

function Editor({ photo, onClose }: { photo: SafePhoto; onClose: () => void }) {
  const { image, rotation, team, sponsor_event: sponsorEvent } = photo;
  const [covers, edit] = useReducer(editCovers, photo, startCovers);
  const [ratio, setRatio] = useState<ShareRatio>('4:5');
  const [style, setStyle] = useState<CoverStyle>('blur');
  const [hasTeam, setHasTeam] = useState(true);
  const [hasSponsor, setHasSponsor] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const copy = useSafeCopy(image.id);
  const visible = covers.faces.filter((face) => !face.isCovered).map(({ box }) => box);
  const covered = covers.faces.filter((face) => face.isCovered);
  const crop = cropOf(ratio, image, visible);
  const address = photoAddress(photo.folder, image.id, 'preview', photo.auth);
  const order = {
    rotation,
    covers: covered.map(({ box }) => box),
    visible,
    style,
    ratio,
    team_frame: hasTeam,
    sponsor_frame: hasSponsor && sponsorEvent !== null,
  };
  const addInMiddle = () =>
    edit({
      kind: 'add',
      disc: {
        x: crop.left + crop.width / 2,
        y: crop.top + crop.height / 2,
        radius: Math.min(image.width, image.height) * 0.08,
      },
      size: image,
    });
  return (
    <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto]">
      <header className="flex items-center px-2 py-1.5">
        <Dialog.Close aria-label={i18n.t('Back')} className={buttonStyle('ghost', 'icon')}>
          <ChevronLeft size={22} strokeWidth={1.8} />
        </Dialog.Close>
        <Dialog.Title className="flex-1 text-center text-16 font-bold">{i18n.t('Share safely')}</Dialog.Title>
        <Button
          kind="ghost"
          size="icon"
          aria-label={i18n.t('Undo')}
          disabled={covers.past.length === 0}
          onClick={() => edit({ kind: 'undo' })}
        >
          <Undo2 size={22} strokeWidth={1.8} />
        </Button>
      </header>
      <div className="grid min-h-0 [container-type:size] content-center-safe gap-3 overflow-y-auto px-4">
        <CoverCanvas
          address={address}
          size={image}
          crop={crop}
          faces={covers.faces}
          look={{ style, color: teamColor(team) }}
          frame={
            <div className="pointer-events-none absolute inset-0 flex flex-col justify-end">
              {hasTeam && <TeamFrame photo={photo} />}
              {order.sponsor_frame && sponsorEvent !== null && (
                <img
                  src={addressOf(safeShareEndpoints.getSponsorFrame, { params: { id: sponsorEvent } })}
                  alt={i18n.t('The event’s sponsor')}
                  className="max-h-[16%] max-w-full self-center"
                />
              )}
            </div>
          }
          onEdit={edit}
        />
        <Hint photo={photo} faces={covers.faces} />
        <div className="flex flex-wrap justify-center gap-1">
          <Button icon={Plus} kind="ghost" size="small" onClick={addInMiddle}>
            {i18n.t('Add a cover')}
          </Button>
          <Button icon={ShieldCheck} kind="ghost" size="small" onClick={() => setIsAsking(true)}>
            {i18n.t('Never show my child')}
          </Button>
        </div>
      </div>
      <footer className="grid gap-3 border-line border-t bg-surface px-4 pt-3.5 pb-[calc(14px+env(safe-area-inset-bottom))] desk:mx-auto desk:w-[560px] desk:rounded-t-sheet">
        <Choice
          label={i18n.t('Shape of the picture')}
          values={SHARE_RATIOS}
          value={ratio}
          onChange={setRatio}
        >
          {(one) => (one === 'original' ? i18n.t('Original') : one)}
        </Choice>
        <Choice
          label={i18n.t('Covers')}
          values={['blur', 'shape'] as const}
          value={style}
          onChange={setStyle}
        >
          {(one) => i18n.t(STYLE_LABELS[one])}
        </Choice>
        <FrameSwitch label={i18n.t('Team frame')} isOn={hasTeam} onChange={setHasTeam} />
        {sponsorEvent !== null && (
          <FrameSwitch label={i18n.t('Sponsor frame')} isOn={hasSponsor} onChange={setHasSponsor} />
        )}
        <div className="grid grid-cols-2 gap-2.5">
          <Button
            icon={Download}
            kind="line"
            className="h-[50px]!"
            isBusy={copy.isBusy}
            onClick={() => copy.save.mutate(order)}
          >
            {i18n.t('Save')}
          </Button>
          <Button
            icon={Share}
            className="h-[50px]!"
            isBusy={copy.isBusy}
            onClick={() => copy.share.mutate(order)}
          >
            {i18n.t('Share')}
          </Button>
        </div>
        <p className="text-center text-13 text-ink-2">
          {i18n.t('The covers are part of the copy. Nobody can remove them.')}
        </p>
      </footer>
      {isAsking && (
        <NeverShowSheet
          imageId={image.id}
          address={address}
          onClose={() => setIsAsking(false)}
          onFinished={onClose}
        />
      )}
    </div>
  );
}

function Hint({ photo, faces }: { photo: SafePhoto; faces: readonly Face[] }) {
  const count = faces.filter((face) => face.isCovered).length;
  const advice = photo.is_searched
    ? i18n.t('Tap your child to uncover. Drag to cover a face we missed.')
    : i18n.t('We haven’t looked for faces here. Drag over each one to cover it.');
  return (
    <p role="status" className="flex items-center justify-center gap-2 text-14 text-ink-2">
      <ShieldCheck aria-hidden size={18} className={`flex-none ${count > 0 ? 'text-ok' : ''}`} />
      <span>
        <b className="font-[650] text-ink">
          {i18n.t('{count, plural, one {# face covered.} other {# faces covered.}}', { count })}
        </b>{' '}
        {advice}
      </span>
    </p>
  );
}

function TeamFrame({ photo: { team, event } }: { photo: SafePhoto }) {
  const siteName = useSiteName();
  return (
    <span
      aria-hidden
      className="grid min-h-0 flex-1 content-end rounded-[10px]"
      style={{ boxShadow: `inset 0 0 0 5px ${teamColor(team)}` }}
    >
      <span className="flex items-end gap-4 bg-linear-to-t from-[#08102c]/90 from-50% to-transparent px-4 pt-10 pb-3.5 text-white">
        <span className="min-w-0 flex-1">
          <b className="block text-18 leading-tight font-extrabold tracking-[-0.025em]">{team}</b>
          <small className="text-13 opacity-85">{event}</small>
        </span>
        <b className="max-w-2/5 flex-none truncate text-13">{siteName}</b>
      </span>
    </span>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
  children: (value: Value) => string;
};

function Choice<Value extends string>({ label, values, value, onChange, children }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{label}</legend>
      {values.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="h-11 min-w-0 flex-1 rounded-full px-2 text-14 font-[650] shadow-[inset_0_0_0_1px_var(--edge)] aria-pressed:bg-ink aria-pressed:text-bg"
        >
          {children(one)}
        </button>
      ))}
    </fieldset>
  );
}

type FrameSwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function FrameSwitch({ label, isOn, onChange }: FrameSwitchProps) {
  const id = useId();
  return (
    <div className="-my-2 flex items-center justify-between text-15 font-[650]">
      <label htmlFor={id}>{label}</label>
      <Switch id={id} checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    </div>
  );
}
