import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAlbums, type MyAlbum } from './album-list.ts';
import { myAlbumsQuery } from './my-albums.query.ts';

export type MyAlbumList = {
  albums: readonly MyAlbum[];
  isLoading: boolean;
  hasFailed: boolean;
  reload: () => void;
};

const NONE: readonly MyAlbum[] = [];

/** A failure to load leaves the list empty, without an error. */
export function useMyAlbumList(): MyAlbumList {
  const { data, isPending, isError, isFetching, refetch } = useQuery(myAlbumsQuery);
  const albums = useMemo(() => (data ? listAlbums(data) : NONE), [data]);
  return {
    albums,
    isLoading: isPending || (isError && isFetching && !data),
    hasFailed: isError && !data,
    reload: () => void refetch(),
  };
}
