import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Answer } from './client';

/** The pages of a list that have been read. */
export interface Pages<Item> {
  readonly items: readonly Item[];
  /** True until the first page has been read. */
  readonly isLoading: boolean;
  /** True once the first page was answered or refused, even while it is read again. */
  readonly isFetched: boolean;
  /** True while the items are those of the former filter. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** A paged list. `key` contains everything that determines its items. `page` reads the page after a cursor. */
export function usePages<Item>(
  key: readonly unknown[],
  page: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<readonly Item[]>>,
): Pages<Item> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const items = useMemo(() => data?.pages.flatMap(({ body }) => body) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const reload = useCallback(() => void refetch(), [refetch]);
  return {
    items,
    isLoading: query.isPending,
    isFetched: query.isFetched,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    reload,
  };
}
