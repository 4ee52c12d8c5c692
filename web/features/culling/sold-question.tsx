import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SoldAlbumDialog } from '#web/components/sold-album-dialog.tsx';
import { albumDetailQuery } from '#web/lib/staff.query.ts';
import { useStore } from '#web/lib/storage.ts';
import { answerSold, resumeSaving, saving } from './save-queue.ts';

/** Decisions are also saved after the page was left, so every page of the admin area asks about a sold album. */
export function SoldQuestion() {
  const { soldTo } = useStore(saving);
  useEffect(resumeSaving, []);
  return soldTo ? <AskAbout {...soldTo} /> : null;
}

function AskAbout({ albumId, owners }: { albumId: number; owners: number }) {
  const { data: album } = useQuery(albumDetailQuery(albumId));
  return (
    <SoldAlbumDialog
      owners={owners}
      album={album && `${album.program_name} ${album.team_name}`}
      onConfirm={() => answerSold(true)}
      onCancel={() => answerSold(false)}
    />
  );
}
