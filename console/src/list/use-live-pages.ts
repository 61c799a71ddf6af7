import { useCallback } from 'react';
import type { Answer } from '../api/client';
import { queryClient } from '../api/query-client';
import type { StreamTopic } from '../api/stream';
import { useLive } from '../api/use-live';
import { type Pages, usePages } from '../api/use-pages';

/** Longer lists are not read again automatically. */
const LIVE_ROWS = 300;

interface Log<Item> {
  /** The first part of the query's key. */
  readonly name: string;
  readonly topic: StreamTopic;
  readonly filters: Readonly<Record<string, string>>;
  readonly isLive: boolean;
  readonly page: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<readonly Item[]>>;
}

/** The pages of a log with filters. While there are few rows, they are updated live. */
export function useLivePages<Item>({ name, topic, filters, isLive, page }: Log<Item>): Pages<Item> {
  const pages = usePages([name, filters], page);
  const reload = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: [name] });
    void queryClient.invalidateQueries({ queryKey: [topic] });
  }, [name, topic]);
  useLive(topic, isLive && pages.items.length <= LIVE_ROWS, reload);
  return pages;
}
