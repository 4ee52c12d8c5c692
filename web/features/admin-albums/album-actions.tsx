import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Archive,
  BellOff,
  ExternalLink,
  Eye,
  EyeOff,
  Images,
  type LucideIcon,
  Pencil,
  Scissors,
  Upload,
} from 'lucide-react';
import { use, useState } from 'react';
import type { z } from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum, ListedAlbum } from '#contract/entities/staff-event.ts';
import { albumList } from '#contract/lists/albums.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { ButtonKey } from '#web/components/keys-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { Link, paths, useNavigate } from '#web/lib/navigation.tsx';
import { listKey } from '#web/lib/query-client.ts';
import { eventPlaceSearch, searchFor } from '#web/lib/search-params.ts';
import { albumDetailQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { useReprocessZip } from './album-facts.tsx';
import { AlbumFields, albumEdit, toAlbumEdit, toAlbumValues } from './album-fields.tsx';
import { AlbumPanelPartsContext } from './album-panel-parts.ts';
import { FewPhotosDialog, isFewPhotos } from './few-photos-dialog.tsx';
import { eventAlbumsKey } from './staff-catalogue.query.ts';

const ACTION =
  'flex h-11 w-full items-center gap-2.5 rounded-[9px] px-2.5 text-14 font-semibold hover:bg-sunk desk:h-9 [&_svg]:text-ink-2';

type ActionProps = { icon: LucideIcon; label: string; hotkey?: string; title?: string };

/** The inside of a button or link, with its key. */
function Action({ icon: Icon, label, hotkey }: ActionProps) {
  return (
    <>
      <Icon size={17} />
      {label}
      {hotkey && <ButtonKey name={hotkey} className="ml-auto" />}
    </>
  );
}

function ActionButton({ title, onPress, ...action }: ActionProps & { onPress: () => void }) {
  return (
    <button type="button" title={title} className={ACTION} onClick={onPress}>
      <Action {...action} />
    </button>
  );
}

export function AlbumActions({ album }: { album: AdminAlbum }) {
  const [open, setOpen] = useState<'edit' | 'photos'>();
  const { movePhotos } = use(AlbumPanelPartsContext);
  const navigate = useNavigate();
  const zip = useReprocessZip(album.id);
  const { data: detail } = useQuery(albumDetailQuery(album.id));
  const change = useChangeAlbum(album.id);
  const isPublished = album.published_at !== null;
  const publish = (quiet?: true) =>
    change.mutate(
      { published: true, ...(quiet && { quiet }) },
      { onSuccess: () => toast(`Published${quiet ? ' quietly' : ''}: ${album.team_name}`) },
    );
  const { ask, question } = useConfirmed(change, () => ({
    title: 'Unpublish this album?',
    sentence:
      'Customers cannot find it or open its previews until you publish it again. Buyers keep what they bought.',
    confirmLabel: 'Unpublish',
  }));
  const togglePublished = () => (isPublished ? ask({ published: false }) : publish());
  const rebuildZip = () => !zip.isPending && zip.mutate();
  const close = () => setOpen(undefined);
  const hasPhotos = album.images_count > 0;
  useHotkeys({
    // The list uses the same key for selected rows.
    p: (event) => {
      event.preventDefault();
      togglePublished();
    },
    q: () => !isPublished && publish(true),
    e: () => setOpen('edit'),
    c: () => hasPhotos && void navigate({ to: paths.adminCull(album.id) }),
    m: () => hasPhotos && setOpen('photos'),
    z: () => hasPhotos && rebuildZip(),
  });
  return (
    <div className="-mx-2.5 grid gap-0.5">
      <ActionButton
        icon={isPublished ? EyeOff : Eye}
        label={isPublished ? 'Unpublish' : 'Publish'}
        hotkey="P"
        onPress={togglePublished}
      />
      {!isPublished && (
        <ActionButton
          icon={BellOff}
          label="Publish quietly"
          title="Followers can find it but get no message"
          hotkey="Q"
          onPress={() => publish(true)}
        />
      )}
      <Link
        to={paths.adminEvent(album.event, 'upload')}
        search={searchFor(eventPlaceSearch, { album: album.id })}
        className={ACTION}
      >
        <Action icon={Upload} label="Upload into this album" />
      </Link>
      <ActionButton icon={Pencil} label="Edit names and number" hotkey="E" onPress={() => setOpen('edit')} />
      {hasPhotos && (
        <>
          <Link to={paths.adminCull(album.id)} className={ACTION}>
            <Action icon={Scissors} label="Cull photos" hotkey="C" />
          </Link>
          <ActionButton icon={Images} label="Move photos" hotkey="M" onPress={() => setOpen('photos')} />
          <ActionButton
            icon={Archive}
            label="Rebuild the zip"
            title="Builds the zip again from the originals. Customers keep what they can download"
            hotkey="Z"
            onPress={rebuildZip}
          />
        </>
      )}
      <a href={paths.previewAlbum(album.id)} target="_blank" rel="noreferrer" className={ACTION}>
        <Action icon={ExternalLink} label="Open as customer" />
      </a>
      {open === 'edit' && detail && <AlbumSheet album={album} detail={detail} onClose={close} />}
      {open === 'photos' && movePhotos(album, close)}
      <FewPhotosDialog change={change} />
      {question}
    </div>
  );
}

type AlbumDetail = ResponseOf<typeof catalogueEndpoints.getAlbum>;
type AlbumSheetProps = { album: AdminAlbum; detail: AlbumDetail; onClose: () => void };

function AlbumSheet({ album, detail, onClose }: AlbumSheetProps) {
  const params = { id: album.id };
  const { form, save } = useSavedForm({
    schema: albumEdit,
    saved: detail,
    toValues: (read) => toAlbumValues({ ...album, ...read }, undefined),
    toBody: toAlbumEdit,
    send: async ({ changes, version }) => ({
      ...detail,
      ...(await callApi(catalogueEndpoints.updateAlbum, { params, body: { ...changes, version } })),
    }),
    reload: () => callApi(catalogueEndpoints.getAlbum, { params }),
    onSaved: () => {
      toast('Album saved');
      onClose();
    },
  });
  return (
    <FormSheet
      title="Edit album"
      description="Customers see these names, and saved team searches match them."
      submitLabel="Save album"
      onClose={onClose}
      guard={save}
    >
      <AlbumFields form={form} />
    </FormSheet>
  );
}

type AlbumChange = z.input<typeof catalogueEndpoints.updateAlbum.body>;

function showChange(
  queryClient: QueryClient,
  albumId: number,
  { published, quiet: _quiet, few_photos_ok: _isConfirmed, ...fields }: AlbumChange,
): void {
  const shown = {
    ...fields,
    ...(published !== undefined && { published_at: published ? new Date().toISOString() : null }),
  };
  const changed = <Album extends AdminAlbum>(albums: Album[]) =>
    albums.map((album) => (album.id === albumId ? { ...album, ...shown } : album));
  queryClient.setQueriesData<AdminAlbum[]>(
    { queryKey: eventAlbumsKey },
    (albums) => albums && changed(albums),
  );
  queryClient.setQueriesData<{ rows?: ListedAlbum[] }>({ queryKey: listKey(albumList) }, (page) =>
    page?.rows ? { ...page, rows: changed(page.rows) } : page,
  );
  queryClient.setQueryData(albumDetailQuery(albumId).queryKey, (album) => album && { ...album, ...shown });
}

/** Shows the change at once and reverts it if the server refuses. */
export function useChangeAlbum(albumId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: AlbumChange) =>
      callApi(catalogueEndpoints.updateAlbum, { params: { id: albumId }, body: change }),
    onMutate: (change) => {
      const keys = [listKey(albumList), eventAlbumsKey, albumDetailQuery(albumId).queryKey];
      const before = keys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
      showChange(queryClient, albumId, change);
      return before;
    },
    onError: (error, _change, before) => {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data);
      // A dialog asks about an album with very few photos.
      if (!isFewPhotos(error)) toast.failure(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
}
