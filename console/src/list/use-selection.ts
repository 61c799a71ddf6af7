import { useCallback, useMemo, useRef, useState } from 'react';
import { usePlace } from '../routing/place';

/** The selected rows, by their keys. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Selects or deselects a row; with `isReach`, all rows from the last one to this. */
  readonly toggle: (key: string, isReach: boolean) => void;
  /** Selects all rows that have been read, or none. */
  readonly setAll: (isOn: boolean) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** A selection of rows. Another filter ends it, and rows that are gone leave it. */
export function useSelection(all: readonly string[]): Selection {
  const { parameters, segments } = usePlace();
  const scope = scopeOf(segments, parameters);
  const [chosen, setChosen] = useState({ scope, keys: NONE });
  const last = useRef<string | null>(null);
  const ticked = chosen.scope === scope ? chosen.keys : NONE;
  const keys = useMemo(() => new Set(all.filter((key) => ticked.has(key))), [all, ticked]);
  const toggle = useCallback(
    (key: string, isReach: boolean) => {
      const isOn = !keys.has(key);
      const [one, other] = [all.indexOf(last.current ?? key), all.indexOf(key)];
      const from = Math.min(one, other);
      const reached = isReach && from >= 0 ? all.slice(from, Math.max(one, other) + 1) : [key];
      last.current = key;
      const rest = [...keys].filter((own) => !reached.includes(own));
      setChosen({ scope, keys: new Set(isOn ? [...rest, ...reached] : rest) });
    },
    [all, keys, scope],
  );
  const setAll = useCallback(
    (isOn: boolean) => setChosen({ scope, keys: isOn ? new Set(all) : NONE }),
    [all, scope],
  );
  return useMemo(() => ({ keys, toggle, setAll }), [keys, toggle, setAll]);
}

/** The parts of the address that determine the rows. */
function scopeOf(segments: readonly string[], parameters: URLSearchParams): string {
  const rest = [...parameters].filter(([name]) => name !== 'open');
  return JSON.stringify([segments, rest]);
}
